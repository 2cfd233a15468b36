/// Reads cards from a stream of bytes in bounded memory.
///
/// Call ``append(_:)`` with each chunk and then ``next()`` until it returns `nil`; at the end of the stream call
/// ``finish()`` and then ``next()`` again. It reads versions 2.1, 3.0 and 4.0. An invalid line doesn't affect the rest of its
/// card: it is reported, and kept under the name ``VCardLine/unreadable``.
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

    /// Returns the next card or problem; `nil` when more bytes are needed, or at the end.
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
