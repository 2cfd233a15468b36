package import Repository
import TerminalUI
package import VCard

/// Writes consecutive vCards.
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
        // Line breaks belong to the format; all other characters that control a terminal are sanitized.
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        return Array(lines.map { TerminalText.sanitized(String($0)) }.joined(separator: "\n").utf8)
    }
}
