import Primitives

/// Assembles cards from the lines of a stream.
struct CardAssembler: Sendable {
    private var card: VCard?
    private var size = 0
    /// Whether the rest of the card is skipped because it is too large.
    private var isLost = false
    /// Whether a reading of the card was reported already.
    private var isReported = false
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
        if let mark = Self.mark(bytes) { return take(mark, bytes, number: number) }
        guard card != nil else { return outside(number) }
        guard !isLost else { return }
        size += bytes.count
        if size > limits.cardBytes {
            closeBinary()
            card?.lines.removeAll()
            isLost = true
            return report(VCardReading.problem, number, "the card is larger than \(limits.cardBytes) bytes")
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
        report(VCardReading.problem, number, "the line is larger than \(limits.lineBytes) bytes and was left out")
    }

    /// Ends the stream.
    mutating func end() {
        guard let open = card else { return }
        if !isLost, !open.lines.isEmpty { report(VCardReading.fault, open.lineNumber, "the card has no END:VCARD") }
        close(open.lineNumber)
    }

    /// Returns the line in lower case and without trailing blanks if it begins or ends a card or a list of cards.
    private static func mark(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count < 40, let first = bytes.first, "BbEe".utf8.contains(first) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).lowercased().trimmed { $0 == " " || $0 == "\t" }
        return ["begin:vcard", "end:vcard", "begin:vaddressbook", "end:vaddressbook"].contains(line) ? line : nil
    }

    private mutating func take(_ mark: String, _ bytes: UnsafeBufferPointer<UInt8>, number: Int) {
        closeBinary()
        switch mark {
        case "begin:vcard" where nested != nil:
            nested?.depth += 1
            nested?.append(bytes)
        case "begin:vcard" where card?.lines.last?.name == "AGENT" && card?.lines.last?.value.isEmpty == true:
            nested = NestedCard(bytes)
        case "begin:vcard":
            end()
            card = VCard(version: "", lineNumber: number)
        case "end:vcard" where nested != nil:
            nested?.append(bytes)
            nested?.depth -= 1
            if nested?.depth == 0 { closeNested() }
        case "end:vcard": close(number)
        // The beginning or the end of a list of cards.
        default: break
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
            } else if !isReported {
                report(VCardReading.problem, card.lineNumber, "the card is empty")
            }
        }
        card = nil
        size = 0
        isLost = false
        isReported = false
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
            report(VCardReading.fault, number, error.reason)
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
            card?.lines.append(value == line.value ? line : line.with(value: value))
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

    private mutating func report(_ reading: (VCardProblem) -> VCardReading, _ number: Int, _ reason: String) {
        isReported = true
        ready.append(reading(VCardProblem(line: number, reason: reason)))
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
        return first.with(value: first.value + String(decoding: more, as: UTF8.self))
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
