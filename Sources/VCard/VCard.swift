/// A card: its lines between `BEGIN` and `END`, and its version, which is empty if the card doesn't declare one.
public struct VCard: Hashable, Sendable {
    /// The value of `VERSION`.
    public var version: String
    /// All other lines.
    public var lines: [VCardLine]
    /// The line number of `BEGIN`, starting at 1.
    public var lineNumber: Int

    /// Creates a card.
    public init(version: String = VCardVersion.v4.rawValue, lines: [VCardLine] = [], lineNumber: Int = 1) {
        self.version = version
        self.lines = lines
        self.lineNumber = lineNumber
    }
}

/// A version that can be written.
public enum VCardVersion: String, CaseIterable, Sendable {
    /// RFC 2426.
    case v3 = "3.0"
    /// RFC 6350.
    case v4 = "4.0"
}

/// A result of reading: a card or a problem.
public enum VCardReading: Hashable, Sendable {
    /// A complete card.
    case card(VCard)
    /// An invalid line that is kept in its card, which follows.
    case fault(VCardProblem)
    /// Something that was skipped: a card or line that is too large, or text outside a card.
    case problem(VCardProblem)
}

/// The reason why a line or card couldn't be read.
public struct VCardProblem: Error, Hashable, Sendable {
    /// The number of the faulty line, starting at 1.
    public var line: Int
    /// The reason, without a period.
    public var reason: String

    /// Creates a problem.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// The maximum sizes that a reader accepts, in bytes of unfolded lines.
public struct VCardLimits: Hashable, Sendable {
    /// The maximum size of a normal line, and of one with an image, a sound or a key in base64.
    public var (lineBytes, binaryLineBytes) = (1_048_576, 8_388_608)
    /// The maximum size of a card.
    public var cardBytes = 16_777_216

    /// Creates limits that are suitable for files from untrusted sources.
    public init() {}
}
