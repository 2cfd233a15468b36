import Primitives

/// Assembles cards from the lines of a stream.
struct CardAssembler: Sendable {
    private var card: VCard?
    private var size = 0
    /// Whether the rest of the card is skipped because it is too large.
    private var isLost = false
    /// Whether a reading of the card was reported already.
    private var isTold = false
    private var isOutside = false
    private var nested: NestedCard?
    private var binary: OpenBinary?
    private let limits: VCardLimits
    /// The complete readings, in order.
    private(set) var ready: [VCardReading] = []

    init(limits: VCardLimits) {
        self.limits = limits
    }

    /// Removes and returns the first complete reading.
    mutating func next() -> VCardReading? { ready.isEmpty ? nil : ready.removeFirst() }

    /// Takes one line.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, number: Int) {
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return closeBinary() }
        if bytes.count < 40, let mark = CardMark(bytes) { return take(mark, bytes, number: number) }
        guard card != nil else { return outside(number) }
        guard !isLost else { return }
        size += bytes.count
        if size > limits.cardBytes {
            closeBinary()
            card?.lines.removeAll()
            isLost = true
            return tell(.problem, number, "the card is larger than \(limits.cardBytes) bytes")
        }
        if nested != nil {
            nested?.append(bytes)
        } else if binary?.takes(bytes) == true {
            binary?.append(bytes)
            if let open = binary, open.count > limits.binaryLineBytes { skip(open.number) }
        } else {
            closeBinary()
            read(bytes, number)
        }
    }

    /// Reports a line that was skipped because of its size.
    mutating func skip(_ number: Int) {
        guard card != nil else { return outside(number) }
        guard !isLost else { return }
        if binary?.number == number {
            binary = nil
            card?.lines.removeLast()
        }
        closeBinary()
        tell(.problem, number, "the line is larger than \(limits.lineBytes) bytes and was left out")
    }

    /// Ends the stream.
    mutating func end() {
        guard let open = card else { return }
        if !isLost, !open.lines.isEmpty { tell(.fault, open.lineNumber, "the card has no END:VCARD") }
        close(open.lineNumber)
    }

    private mutating func take(_ mark: CardMark, _ bytes: UnsafeBufferPointer<UInt8>, number: Int) {
        closeBinary()
        switch mark {
        case .begin where nested != nil:
            nested?.depth += 1
            nested?.append(bytes)
        case .begin where card?.lines.last?.name == "AGENT" && card?.lines.last?.value.isEmpty == true:
            nested = NestedCard(bytes)
        case .begin:
            end()
            card = VCard(version: "", lineNumber: number)
        case .end where nested != nil:
            nested?.append(bytes)
            nested?.depth -= 1
            if nested?.depth == 0 { closeNested() }
        case .end: close(number)
        case .wrapper: break
        }
    }

    private mutating func closeNested() {
        guard let nested else { return }
        if !isLost {
            card?.lines.removeLast()
            card?.lines.append(nested.line)
        }
        self.nested = nil
    }

    /// Ends the current card.
    private mutating func close(_ number: Int) {
        guard card != nil else { return outside(number) }
        closeBinary()
        closeNested()
        if let card, !isLost {
            if !card.lines.isEmpty {
                ready.append(.card(card))
            } else if !isTold {
                tell(.problem, card.lineNumber, "the card is empty")
            }
        }
        card = nil
        size = 0
        isLost = false
        isTold = false
        isOutside = false
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) {
        do throws(LineFault) {
            let line = try LineParser.parse(bytes)
            try add(line)
            if OpenBinary.begins(line) { binary = OpenBinary(line, number) }
        } catch {
            // One bad line doesn't spoil the card: it is kept as it came.
            card?.lines.append(VCardLine(VCardLine.unreadable, value: Charset.utf8.decode(bytes)))
            tell(.fault, number, error.reason)
        }
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

    /// Joins base64 that continued on further lines with its first line.
    private mutating func closeBinary() {
        if let line = binary?.line, card?.lines.isEmpty == false {
            card?.lines.removeLast()
            card?.lines.append(line)
        }
        binary = nil
    }

    /// Reports text between cards once, not for each line.
    private mutating func outside(_ number: Int) {
        guard !isOutside else { return }
        isOutside = true
        ready.append(.problem(VCardProblem(line: number, reason: "text outside a card")))
    }

    private enum Telling {
        case fault
        case problem
    }

    private mutating func tell(_ telling: Telling, _ number: Int, _ reason: String) {
        isTold = true
        let problem = VCardProblem(line: number, reason: reason)
        ready.append(telling == .fault ? .fault(problem) : .problem(problem))
    }
}

/// A line of base64 that may continue on the lines below: some programs break vCard 2.1 lines without folding them.
struct OpenBinary: Sendable {
    /// The number of the line.
    let number: Int
    private let first: VCardLine
    private var more: [UInt8] = []

    /// Whether base64 begins on the line.
    static func begins(_ line: VCardLine) -> Bool {
        guard let encoding = line.parameter("ENCODING")?.uppercased() else { return false }
        return encoding == "BASE64" || encoding == "B"
    }

    init(_ line: VCardLine, _ number: Int) {
        first = line
        self.number = number
    }

    /// The number of bytes.
    var count: Int { first.value.utf8.count + more.count }

    /// The whole line; `nil` when no other line continued it.
    var line: VCardLine? {
        guard !more.isEmpty else { return nil }
        WorkCount.add(count)
        let value = first.value + String(decoding: more, as: UTF8.self)
        return VCardLine(first.name, parameters: first.parameters, group: first.group, value: value)
    }

    /// Whether the bytes are base64.
    func takes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { LineParser.isNameByte($0) || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        WorkCount.add(bytes.count)
        more += bytes
    }
}

/// The card of an agent inside a vCard 2.1 card, kept as the text value that version 3.0 uses for it.
struct NestedCard: Sendable {
    var depth = 1
    private var text: String

    init(_ begin: UnsafeBufferPointer<UInt8>) {
        text = Charset.utf8.decode(begin)
    }

    var line: VCardLine { VCardLine("AGENT", value: VCardText.escaped(text)) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        WorkCount.add(bytes.count)
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
