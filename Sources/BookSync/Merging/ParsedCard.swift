package import Repository
import VCard

/// A card of a source, parsed to a contact.
struct ParsedCard: Sendable {
    let bytes: [UInt8]
    /// The version that the card declares.
    let version: String
    /// The contact, without an identifier.
    let contact: Contact

    /// The reason that a card can't be synchronized, as a clause without a full stop.
    struct Problem: Error {
        var reason: String
        /// The name in the card, if it can be read.
        var name: String?
    }

    /// Parses exactly one card.
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
            throw Problem(reason: "it is no vCard (it has no BEGIN:VCARD)", name: nil)
        }
        guard count <= 1 else { throw Problem(reason: "it holds \(count) cards", name: name) }
        let end = bytes.reversed().drop { $0 <= 0x20 }.prefix(9).reversed()
        if problem == nil, String(decoding: end, as: UTF8.self).lowercased() != "end:vcard" {
            throw Problem(reason: "it is cut off (it has no END:VCARD)", name: name)
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
    /// The card as it was there; `nil` if there was none.
    var card: ParsedCard? { base.flatMap { try? ParsedCard($0) } }

    /// Returns the contact as the card was here, where that is just what it was there if nothing else is recorded.
    func contactHere(as id: ContactID, otherwise card: ParsedCard?) -> Contact? {
        (localBase.flatMap { try? ParsedCard($0) } ?? card)?.contact(as: id)
    }
}

/// A contact in a form for comparing versions, without the order of lines, the time of the last change and the program
/// that made it.
struct ContactForm: Hashable, Sendable {
    /// The properties with the time and the program that wrote a card.
    static let stamps: Set<String> = ["REV", "PRODID"]

    private let lines: [String]

    init(_ contact: Contact) {
        var contact = contact
        contact.origin = .local
        lines = CardFromContact.card(contact).lines.filter { !Self.stamps.contains($0.name) }.map(\.text).sorted()
    }
}

/// Shows the cards in the ledger to the user.
package enum CardText {
    /// Returns the contact in the card, with the identifier; `nil` if it can't be read.
    package static func contact(_ bytes: [UInt8], as id: ContactID) -> Contact? {
        try? ParsedCard(bytes).contact(as: id)
    }

    /// Returns the contact for comparing versions: of its card's lines it keeps those without a field, except those that
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
