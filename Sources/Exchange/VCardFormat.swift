package import Repository
import TerminalUI
package import VCard

/// Writes a sequence of vCards.
package struct VCardFormat: ReportWriter {
    private let writer: VCardWriter
    private let isForTerminal: Bool

    package init(version: VCardVersion = .v4, isForTerminal: Bool) {
        writer = VCardWriter(version: version)
        self.isForTerminal = isForTerminal
    }

    package mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contacts.count * 512)
        for contact in contacts { writer.append(CardFromContact.card(contact), to: &bytes) }
        guard isForTerminal else { return bytes }
        // Line breaks are part of the format; other characters that control a terminal are sanitized.
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        return Array(lines.map { TerminalText.sanitized(String($0)) }.joined(separator: "\n").utf8)
    }
}

/// Reads contacts from vCards.
struct VCardContactParser: ContactParser {
    private var reader = VCardReader()
    private var version = ""

    mutating func append(_ bytes: [UInt8]) {
        reader.append(bytes)
    }

    mutating func finish() {
        reader.finish()
    }

    mutating func next() -> ParsedContact? {
        switch reader.next() {
        case nil: return nil
        case .fault(let fault): return .fault(line: fault.line, reason: fault.reason)
        case .problem(let problem): return .problem(line: problem.line, reason: problem.reason)
        case .card(let card):
            version = card.version
            guard let contact = ContactFromCard.contact(card) else {
                return .problem(line: card.lineNumber, reason: "the card has no name")
            }
            return .contact(contact)
        }
    }

    var rewritten: (@Sendable (Contact) -> Contact?)? {
        // The program never writes version 2.1.
        guard version != "2.1" else { return nil }
        return { [version] contact in
            var bytes: [UInt8] = []
            VCardWriter(version: version == "3.0" ? .v3 : .v4).append(CardFromContact.card(contact), to: &bytes)
            return Self.first(VCardContactParser(), of: bytes)
        }
    }
}
