/// One card: its lines between `BEGIN` and `END`, without `VERSION`.
public struct VCard: Hashable, Sendable {
    /// What `VERSION` said; empty when it was missing.
    public var version: String
    /// The other lines in their order.
    public var lines: [VCardLine]
    /// The number of the line that the card begins on.
    public var lineNumber: Int

    /// Creates a card.
    public init(version: String = VCardVersion.v4.rawValue, lines: [VCardLine] = [], lineNumber: Int = 1) {
        self.version = version
        self.lines = lines
        self.lineNumber = lineNumber
    }
}
