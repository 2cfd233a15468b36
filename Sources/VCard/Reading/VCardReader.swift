/// Reads cards from a stream of bytes in bounded memory.
///
/// Call ``append(_:)`` with each chunk and then ``next()`` until it returns `nil`; at the end of the stream call
/// ``finish()`` and then ``next()`` again. It reads versions 2.1, 3.0 and 4.0. An invalid card is reported as a
/// problem, and reading continues after it.
public struct VCardReader: Sendable {
    private var lines: LineSplitter
    private var card = CardAssembler()
    private let limits: VCardLimits

    /// Creates a reader.
    public init(limits: VCardLimits = VCardLimits()) {
        self.limits = limits
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

    /// The next card or problem; `nil` when more bytes are needed, or at the end.
    public mutating func next() -> VCardReading? {
        while let line = lines.next() {
            if let reading = take(line) { return reading }
        }
        return lines.isFinished ? card.end() : nil
    }

    private mutating func take(_ line: LineSplitter.Line) -> VCardReading? {
        switch line {
        case .tooLong(let number):
            return card.fault(VCardProblem(line: number, reason: "the line is too long"))
        case .whole(let number):
            return lines.withLine { card.take($0, number: number, limits: limits) }
        }
    }
}
