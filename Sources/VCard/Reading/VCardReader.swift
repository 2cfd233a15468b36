/// Reads cards from a stream of bytes, one after the other, in memory that does not grow with the stream.
///
/// Give it bytes with ``append(_:)`` as they come, take what ``next()`` has until it is `nil`, and at the end call
/// ``finish()`` and take the rest. It reads versions 2.1, 3.0 and 4.0; a card that is wrong is told as a problem, and
/// reading goes on behind it.
public struct VCardReader: Sendable {
    private var lines: LineSplitter
    private var card = CardAssembler()
    private let limits: VCardLimits

    /// Creates a reader.
    public init(limits: VCardLimits = VCardLimits()) {
        self.limits = limits
        lines = LineSplitter(limits: limits)
    }

    /// Takes more of the stream.
    public mutating func append(_ bytes: [UInt8]) {
        lines.append(bytes)
    }

    /// Says that the stream is at its end.
    public mutating func finish() {
        lines.isFinished = true
    }

    /// What comes next; `nil` when more bytes are needed, or at the end.
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
