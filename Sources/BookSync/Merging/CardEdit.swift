import Primitives
package import Repository
import VCard

/// Writes contacts as vCards for a source.
struct CardEdit {
    /// The program's name in cards that it writes.
    static let product = "-//contacts//swift-bloc//EN"

    let time: Date

    /// A card to write, which may not represent its contact exactly.
    struct Written {
        let bytes: [UInt8]
        let isExact: Bool
        /// The card's content; `nil` if it can't be parsed.
        fileprivate let form: ContactForm?

        fileprivate init(_ bytes: [UInt8], of contact: Contact) {
            self.bytes = bytes
            form = (try? ParsedCard(bytes)).map { ContactForm($0.contact(as: contact.id)) }
            isExact = form == ContactForm(contact)
        }
    }

    func card(_ contact: Contact, _ version: VCardVersion) -> Written {
        var bytes: [UInt8] = []
        var card = CardFromContact.card(contact)
        card.lines.removeAll { ContactForm.stamps.contains($0.name) }
        card.lines += stamps(version)
        VCardWriter(version: version).append(card, to: &bytes)
        return Written(bytes, of: contact)
    }

    /// Returns the contact as a card for the ledger, without stamps.
    static func record(_ contact: Contact) -> [UInt8] {
        var bytes: [UInt8] = []
        VCardWriter(version: .v4).append(CardFromContact.card(contact), to: &bytes)
        return bytes
    }

    /// Returns the card with the changes between two versions of its contact; leaves all other lines byte-identical.
    func card(_ card: ParsedCard, from old: Contact, to new: Contact, otherwise fallback: VCardVersion) -> Written {
        guard let version = VCardVersion(rawValue: card.version) else { return self.card(new, fallback) }
        var raw = RawCard(card.bytes, version: version)
        guard raw.change(Self.lines(old, version), to: Self.lines(new, version)) else {
            return self.card(new, version)
        }
        for stamp in stamps(version) { raw.set(stamp) }
        let edited = Written(raw.bytes, of: new)
        if edited.isExact { return edited }
        // An older version can't express everything; the edited card must mean exactly the same as a new one would.
        let whole = self.card(new, version)
        return edited.form != nil && edited.form == whole.form ? edited : whole
    }

    private static func lines(_ contact: Contact, _ version: VCardVersion) -> [VCardLine] {
        CardFromContact.card(contact).lines(for: version).filter { !ContactForm.stamps.contains($0.name) }
    }

    /// Returns the lines that record the time and the program of a write, in the form of the given version.
    func stamps(_ version: VCardVersion) -> [VCardLine] {
        let digits = UTCDate(milliseconds: Int64((time.timeIntervalSince1970 * 1000).rounded()))?.timestamp ?? ""
        let stamp = digits.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        let lines = [VCardLine("PRODID", value: Self.product), VCardLine("REV", value: String(stamp))]
        return VCard(lines: lines).lines(for: version)
    }
}

/// A card's lines exactly as written, including folds and line breaks.
struct RawCard {
    private struct Part {
        var bytes: [UInt8]
        var line: VCardLine?
    }

    private var parts: [Part] = []
    private let writer: VCardWriter

    init(_ bytes: [UInt8], version: VCardVersion) {
        writer = VCardWriter(version: version)
        var start = 0
        var texts: [[UInt8]] = []
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            let isFolded = bytes[start] == 0x20 || bytes[start] == 0x09
            if isFolded, !texts.isEmpty {
                texts[texts.count - 1] += bytes[start..<end]
            } else {
                texts.append(Array(bytes[start..<end]))
            }
            start = end
        }
        parts = texts.map { Part(bytes: $0, line: Self.unfolded($0)) }
    }

    var bytes: [UInt8] { parts.flatMap(\.bytes) }

    /// The lines that can be parsed.
    var lines: [VCardLine] { parts.compactMap(\.line) }

    mutating func remove(where isRemoved: (VCardLine) -> Bool) {
        parts.removeAll { $0.line.map(isRemoved) ?? false }
    }

    private static func unfolded(_ bytes: [UInt8]) -> VCardLine? {
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0A {
                if text.last == 0x0D { text.removeLast() }
                index += 2
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return VCardLine(text: String(decoding: text, as: UTF8.self))
    }

    /// Replaces the lines that are only in `old`; returns `false` if one isn't found.
    mutating func change(_ old: [VCardLine], to new: [VCardLine]) -> Bool {
        let removed = ContactMerge.difference(old, new)
        var added = ContactMerge.difference(new, old)
        for line in removed {
            guard let index = place(of: line) else { return false }
            let successor =
                added.firstIndex { $0.name == line.name && $0.group == line.group }
                ?? added.firstIndex { $0.name == line.name }
            if let successor {
                parts[index] = part(added.remove(at: successor))
            } else {
                parts.remove(at: index)
            }
        }
        for line in added { insert(line) }
        return true
    }

    mutating func set(_ line: VCardLine) {
        if let index = parts.firstIndex(where: { $0.line?.name == line.name }) {
            parts[index] = part(line)
        } else {
            insert(line)
        }
    }

    private func place(of line: VCardLine) -> Int? {
        if let index = parts.firstIndex(where: { $0.line?.text == line.text }) { return index }
        let named = parts.indices.filter { parts[$0].line?.name == line.name }
        let value = VCardText.unescaped(line.value)
        if let index = named.first(where: { VCardText.unescaped(parts[$0].line?.value ?? "") == value }) {
            return index
        }
        return named.count == 1 ? named[0] : nil
    }

    /// Inserts a line after the last one with its name, or else before the end.
    mutating func insert(_ line: VCardLine) {
        let last = parts.lastIndex { $0.line?.name == line.name }.map { $0 + 1 }
        let end = parts.lastIndex { $0.line?.name == "END" } ?? parts.count
        parts.insert(part(line), at: last ?? end)
    }

    private func part(_ line: VCardLine) -> Part {
        var bytes: [UInt8] = []
        writer.append(line, to: &bytes)
        return Part(bytes: bytes, line: line)
    }
}

/// A source's card, parsed into a contact.
struct ParsedCard: Sendable {
    let bytes: [UInt8]
    /// The version declared in the card.
    let version: String
    /// The contact, without its identifier.
    let contact: Contact

    /// The reason that a card can't be synchronized, as a clause without a period.
    struct Problem: Error {
        var reason: String
        /// The name in the card, if it is readable.
        var name: String?
    }

    /// Parses data that must contain exactly one card.
    init(_ bytes: [UInt8]) throws(Problem) {
        var reader = VCardReader()
        reader.append(bytes)
        reader.finish()
        var first: VCard?
        var count = 0
        var problem: VCardProblem?
        while let next = reader.next() {
            switch next {
            case .card(let card): (first, count) = (first ?? card, count + 1)
            case .problem(let found): problem = problem ?? found
            case .fault: break
            }
        }
        let name = first?.lines.first { $0.name == "FN" }.map { VCardText.unescaped($0.value) }
        if bytes.allSatisfy({ $0 <= 0x20 }) { throw Problem(reason: "it is empty", name: nil) }
        if first == nil, !String(decoding: bytes, as: UTF8.self).lowercased().contains("begin:vcard") {
            throw Problem(reason: "it isn't a vCard (it has no BEGIN:VCARD)", name: nil)
        }
        guard count <= 1 else { throw Problem(reason: "it contains \(count) cards", name: name) }
        let end = bytes.reversed().drop { $0 <= 0x20 }.prefix(9).reversed()
        if problem == nil, String(decoding: end, as: UTF8.self).lowercased() != "end:vcard" {
            throw Problem(reason: "it is truncated (it has no END:VCARD)", name: name)
        }
        if let problem { throw Problem(reason: "line \(problem.line): \(problem.reason)", name: name) }
        guard let card = first, let contact = ContactFromCard.contact(card) else {
            throw Problem(reason: "the card has no name", name: name)
        }
        self.bytes = bytes
        self.contact = contact
        version = card.version
    }

    func contact(as id: ContactID) -> Contact {
        var contact = contact
        contact.id = id
        return contact
    }
}

extension SyncItem {
    /// The card as it was last in the source; `nil` if there wasn't one.
    var card: ParsedCard? { base.flatMap { try? ParsedCard($0) } }

    /// Returns the local contact as of the last pass: the ledger's separate version or, without one, that of the card.
    func contactHere(as id: ContactID, otherwise card: ParsedCard?) -> Contact? {
        (localBase.flatMap { try? ParsedCard($0) } ?? card)?.contact(as: id)
    }
}

/// A contact in canonical form for comparisons, ignoring the order of lines, the time of the last change and the
/// program that made it.
struct ContactForm: Hashable, Sendable {
    /// The properties that record the time and the program of a write.
    static let stamps: Set<String> = ["REV", "PRODID"]

    private let lines: [String]

    init(_ contact: Contact) {
        var contact = contact
        contact.origin = .local
        lines = CardFromContact.card(contact).lines.filter { !Self.stamps.contains($0.name) }.map(\.text).sorted()
    }
}

/// Makes the ledger's cards displayable.
package enum CardText {
    /// Returns the contact in a card, with the given identifier; `nil` if the card can't be parsed.
    package static func contact(_ bytes: [UInt8], as id: ContactID) -> Contact? {
        try? ParsedCard(bytes).contact(as: id)
    }

    /// Returns the contact for displaying the differences between versions: drops lines that have a field or that
    /// change by themselves.
    package static func shown(_ contact: Contact) -> Contact {
        var shown = contact
        shown.lines.removeAll { text in
            guard let name = VCardLine(text: text)?.nameInNewVersion else { return false }
            return CardFromContact.ranks[name] != nil || ContactForm.stamps.contains(name)
        }
        return shown
    }
}
