import Primitives

/// Reads cards from a stream of bytes in bounded memory.
///
/// Call ``append(_:)`` with each chunk and then ``next()`` until it returns `nil`; at the end of the stream, call
/// ``finish()`` and then ``next()`` again. Supports versions 2.1, 3.0 and 4.0. An invalid line doesn't affect the rest
/// of its card: it is reported, and kept under the name ``VCardLine/unreadable``.
public struct VCardReader: Sendable {
    private var lines: LineSplitter
    private var cards: CardAssembler
    private var hasEnded = false

    /// Creates a reader.
    public init(limits: VCardLimits = VCardLimits()) {
        cards = CardAssembler(limits: limits)
        lines = LineSplitter(limits: limits)
    }

    /// Adds the next bytes of the stream.
    public mutating func append(_ bytes: [UInt8]) {
        lines.append(bytes)
    }

    /// Marks the end of the stream.
    public mutating func finish() {
        lines.isFinished = true
    }

    /// Returns the next card or problem; `nil` if more bytes are needed or at the end.
    public mutating func next() -> VCardReading? {
        while true {
            if let reading = cards.next() { return reading }
            switch lines.next() {
            case .tooLong(let number)?: cards.skip(number)
            case .whole(let number)?: lines.withLine { cards.take($0, number: number) }
            case nil:
                guard lines.isFinished, !hasEnded else { return nil }
                hasEnded = true
                cards.end()
            }
        }
    }
}

/// Assembles the lines of a stream into cards.
struct CardAssembler: Sendable {
    private var card: VCard?
    private var size = 0
    /// Whether the rest of the card is skipped because it is too large.
    private var isLost = false
    /// Whether a problem with the card has already been reported.
    private var isReported = false
    private var isOutside = false
    /// The nested card of an `AGENT` in a vCard 2.1 card, and the number of cards that are open in it.
    private var nested: (text: String, depth: Int)?
    /// A base64 line that may continue on the next lines: some programs break lines in vCard 2.1 without folding them.
    private var binary: (line: VCardLine, more: [UInt8], number: Int)?
    private let limits: VCardLimits
    /// The completed readings, in order.
    private(set) var ready: [VCardReading] = []

    init(limits: VCardLimits) {
        self.limits = limits
    }

    /// Removes and returns the first completed reading.
    mutating func next() -> VCardReading? { ready.isEmpty ? nil : ready.removeFirst() }

    /// Processes a line.
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
            addToNested(bytes)
        } else if let open = binary?.line, bytes.allSatisfy(Self.isBase64) {
            WorkCount.add(bytes.count)
            binary?.more += bytes
            let count = open.value.utf8.count + (binary?.more.count ?? 0)
            if count > limits.binaryLineBytes, let number = binary?.number { skip(number) }
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

    /// Returns the line in lowercase and without trailing whitespace if it starts or ends a card or a list of cards.
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
            addToNested(bytes)
        case "begin:vcard" where card?.lines.last?.name == "AGENT" && card?.lines.last?.value.isEmpty == true:
            nested = (Charset.utf8.decode(bytes), 1)
        case "begin:vcard":
            end()
            card = VCard(version: "", lineNumber: number)
        case "end:vcard" where nested != nil:
            addToNested(bytes)
            nested?.depth -= 1
            if nested?.depth == 0 { closeNested() }
        case "end:vcard": close(number)
        // The beginning or end of a list of cards.
        default: break
        }
    }

    private mutating func addToNested(_ bytes: UnsafeBufferPointer<UInt8>) {
        WorkCount.add(bytes.count)
        nested?.text += "\n" + Charset.utf8.decode(bytes)
    }

    /// Stores the nested card of an `AGENT` as a text value, as in version 3.0.
    private mutating func closeNested() {
        guard let nested else { return }
        if !isLost {
            card?.lines.removeLast()
            card?.lines.append(VCardLine("AGENT", value: VCardText.escaped(nested.text)))
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
            if ["BASE64", "B"].contains(line.parameter("ENCODING")?.uppercased()) { binary = (line, [], number) }
        } catch {
            // A bad line doesn't invalidate the card: it is kept as is.
            card?.lines.append(VCardLine(VCardLine.unreadable, value: Charset.utf8.decode(bytes)))
            report(VCardReading.fault, number, error.reason)
        }
    }

    private mutating func add(_ line: VCardLine) throws(LineFault) {
        if line.name == "VERSION" {
            let version = line.value.filter { !$0.isWhitespace && $0.isASCII }
            guard ["2.1", "3.0", "4.0"].contains(version) else {
                throw LineFault(reason: "unknown vCard version “\(version.prefix(10))”, supported are 2.1, 3.0 and 4.0")
            }
            card?.version = version
        } else if card?.version == "2.1", OldText.isText(line.name) {
            let value = OldText.normalized(line.value, of: line.name)
            card?.lines.append(value == line.value ? line : line.with(value: value))
        } else {
            card?.lines.append(line)
        }
    }

    /// Appends the base64 from continuation lines to the first line.
    private mutating func closeBinary() {
        if let (line, more, _) = binary, !more.isEmpty, card?.lines.isEmpty == false {
            WorkCount.add(line.value.utf8.count + more.count)
            card?.lines.removeLast()
            card?.lines.append(line.with(value: line.value + String(decoding: more, as: UTF8.self)))
        }
        binary = nil
    }

    /// Reports text between cards, but only once instead of for each line.
    private mutating func outside(_ number: Int) {
        guard !isOutside else { return }
        isOutside = true
        ready.append(.problem(VCardProblem(line: number, reason: "text outside a card")))
    }

    private mutating func report(_ reading: (VCardProblem) -> VCardReading, _ number: Int, _ reason: String) {
        isReported = true
        ready.append(reading(VCardProblem(line: number, reason: reason)))
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        LineParser.isNameByte(byte) || byte == 0x2B || byte == 0x2F || byte == 0x3D
    }
}
