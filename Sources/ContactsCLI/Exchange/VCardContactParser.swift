import VCard

/// Reads contacts from vCards.
struct VCardContactParser: ContactParser {
    private var reader = VCardReader()

    mutating func append(_ bytes: [UInt8]) {
        reader.append(bytes)
    }

    mutating func finish() {
        reader.finish()
    }

    mutating func next() -> ParsedContact? {
        switch reader.next() {
        case nil: return nil
        case .problem(let problem): return .problem(line: problem.line, reason: problem.reason)
        case .card(let card):
            guard let contact = ContactFromCard.contact(card) else {
                return .problem(line: card.lineNumber, reason: "the card names nobody")
            }
            return .contact(contact)
        }
    }
}
