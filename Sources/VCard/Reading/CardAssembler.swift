/// Assembles cards from the lines of a stream.
struct CardAssembler: Sendable {
    private var card: VCard?
    private var size = 0
    private var problem: VCardProblem?
    private var isOutside = false
    private var nested: NestedCard?

    /// Takes one line; returns a card or a problem when the line completes it.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, number: Int, limits: VCardLimits) -> VCardReading? {
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
        if bytes.count < 40, let mark = CardMark(bytes) { return take(mark, bytes, number: number) }
        guard card != nil else { return outside(number) }
        guard problem == nil else { return nil }
        size += bytes.count
        if size > limits.cardBytes {
            return fault(VCardProblem(line: number, reason: "the card is larger than \(limits.cardBytes) bytes"))
        }
        if nested != nil {
            nested?.append(bytes)
            return nil
        }
        do throws(LineFault) {
            let line = try LineParser.parse(bytes)
            try add(line)
        } catch {
            if !continueBinary(bytes) {
                problem = VCardProblem(line: number, reason: error.reason)
                card?.lines.removeAll()
            }
        }
        return nil
    }

    /// Records the first problem of the current card; without one it is text outside a card.
    mutating func fault(_ fault: VCardProblem) -> VCardReading? {
        guard card != nil else { return outside(fault.line) }
        if problem == nil { problem = fault }
        card?.lines.removeAll()
        return nil
    }

    /// Ends the stream; returns a problem if a card is still open.
    mutating func end() -> VCardReading? {
        guard let open = card else { return nil }
        defer { reset() }
        return .problem(problem ?? VCardProblem(line: open.lineNumber, reason: "the card has no END:VCARD"))
    }

    private mutating func take(
        _ mark: CardMark,
        _ bytes: UnsafeBufferPointer<UInt8>,
        number: Int
    ) -> VCardReading? {
        switch mark {
        case .begin where nested != nil:
            nested?.depth += 1
            nested?.append(bytes)
            return nil
        case .begin where card?.lines.last?.name == "AGENT" && card?.lines.last?.value.isEmpty == true:
            nested = NestedCard(bytes)
            return nil
        case .begin:
            let unclosed = end()
            card = VCard(version: "", lineNumber: number)
            return unclosed
        case .end where nested != nil:
            nested?.append(bytes)
            nested?.depth -= 1
            if let nested, nested.depth == 0 {
                if problem == nil {
                    card?.lines.removeLast()
                    card?.lines.append(nested.line)
                }
                self.nested = nil
            }
            return nil
        case .end:
            return close(number)
        case .wrapper:
            return nil
        }
    }

    /// Ends the current card.
    private mutating func close(_ number: Int) -> VCardReading? {
        guard let card else { return outside(number) }
        defer { reset() }
        if let problem { return .problem(problem) }
        guard !card.lines.isEmpty else {
            return .problem(VCardProblem(line: card.lineNumber, reason: "the card is empty"))
        }
        return .card(card)
    }

    private mutating func add(_ line: VCardLine) throws(LineFault) {
        if line.name == "VERSION" {
            let version = line.value.filter { !$0.isWhitespace && $0.isASCII }
            guard ["2.1", "3.0", "4.0"].contains(version) else {
                throw LineFault("unknown vCard version “\(version.prefix(10))”, known are 2.1, 3.0 and 4.0")
            }
            card?.version = version
        } else if card?.version == "2.1", OldText.isText(line.name) {
            let value = OldText.normalized(line.value, of: line.name)
            let isSame = value == line.value
            card?.lines.append(
                isSame ? line : VCardLine(line.name, parameters: line.parameters, group: line.group, value: value)
            )
        } else {
            card?.lines.append(line)
        }
    }

    /// Appends a line of base64 to the line before it: some programs break vCard 2.1 lines without folding them.
    private mutating func continueBinary(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = card?.lines.last, ["BASE64", "B"].contains(last.parameter("ENCODING")?.uppercased() ?? ""),
            bytes.allSatisfy({ LineParser.isNameByte($0) || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D })
        else { return false }
        card?.lines.removeLast()
        let value = last.value + String(decoding: bytes, as: UTF8.self)
        card?.lines.append(VCardLine(last.name, parameters: last.parameters, group: last.group, value: value))
        return true
    }

    /// Reports text between cards once, not for each line.
    private mutating func outside(_ number: Int) -> VCardReading? {
        guard !isOutside else { return nil }
        isOutside = true
        return .problem(VCardProblem(line: number, reason: "text outside a card"))
    }

    private mutating func reset() {
        card = nil
        size = 0
        problem = nil
        nested = nil
        isOutside = false
    }
}

/// The card of an agent inside a vCard 2.1 card, kept as the text value that version 3.0 has for it.
struct NestedCard: Sendable {
    var depth = 1
    private var text: String

    init(_ begin: UnsafeBufferPointer<UInt8>) {
        text = Charset.utf8.decode(begin)
    }

    var line: VCardLine { VCardLine("AGENT", value: VCardText.escaped(text)) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        text += "\n" + Charset.utf8.decode(bytes)
    }
}

/// A line that begins or ends a card.
enum CardMark {
    case begin
    case end
    /// The beginning or the end of a list of cards, `BEGIN:VADDRESSBOOK`.
    case wrapper

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        if Self.says("begin:vcard", bytes) {
            self = .begin
        } else if Self.says("end:vcard", bytes) {
            self = .end
        } else if Self.says("begin:vaddressbook", bytes) || Self.says("end:vaddressbook", bytes) {
            self = .wrapper
        } else {
            return nil
        }
    }

    /// Whether the line consists of the words, in any case, and trailing blanks.
    private static func says(_ words: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= words.utf8CodeUnitCount, bytes[0] | 0x20 == words.utf8Start[0] else { return false }
        return words.withUTF8Buffer { words in
            for index in words.indices {
                let byte = bytes[index]
                guard (0x41...0x5A ~= byte ? byte | 0x20 : byte) == words[index] else { return false }
            }
            return bytes[words.count...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        }
    }
}
