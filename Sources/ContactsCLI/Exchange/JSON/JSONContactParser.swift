import Repository

/// Reads contacts from JSON: an array, or one value after the other.
struct JSONContactParser: ContactParser {
    /// Makes a contact of one value; `nil` when it is none.
    let contact: @Sendable ([UInt8]) -> Contact?
    private var pieces = JSONPieces()
    private var isBroken = false
    private var isFinished = false

    init(contact: @escaping @Sendable ([UInt8]) -> Contact?) {
        self.contact = contact
    }

    mutating func append(_ bytes: [UInt8]) {
        if !isBroken { pieces.append(bytes) }
    }

    mutating func finish() {
        isFinished = true
    }

    mutating func next() -> ParsedContact? {
        guard !isBroken else { return nil }
        do {
            guard let piece = try pieces.next() else {
                guard isFinished, pieces.isOpen else { return nil }
                isBroken = true
                return .problem(line: pieces.line, reason: "the JSON breaks off")
            }
            guard let contact = contact(piece.bytes) else {
                return .problem(line: piece.line, reason: "the value is no contact")
            }
            return .contact(contact)
        } catch JSONPieces.Fault.tooLong(let line) {
            isBroken = true
            return .problem(line: line, reason: "the value is larger than \(JSONPieces.limit) bytes")
        } catch {
            isBroken = true
            return .problem(line: pieces.line, reason: "this is no JSON")
        }
    }
}
