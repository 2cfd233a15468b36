/// One card: its lines between `BEGIN` and `END` without `VERSION`, whose value is empty when the line is missing.
public struct VCard: Hashable, Sendable {
    /// The value of `VERSION`.
    public var version: String
    /// The other lines.
    public var lines: [VCardLine]
    /// The line number of `BEGIN`, from 1.
    public var lineNumber: Int

    /// Creates a card.
    public init(version: String = VCardVersion.v4.rawValue, lines: [VCardLine] = [], lineNumber: Int = 1) {
        self.version = version
        self.lines = lines
        self.lineNumber = lineNumber
    }
}

/// A version that cards are written in.
public enum VCardVersion: String, CaseIterable, Sendable {
    /// RFC 2426.
    case v3 = "3.0"
    /// RFC 6350.
    case v4 = "4.0"
}

/// One result of reading: a card or a problem.
public enum VCardReading: Hashable, Sendable {
    /// A whole card.
    case card(VCard)
    /// An invalid line that is kept in its card, which comes next.
    case fault(VCardProblem)
    /// Something that was skipped: a card or a line that is too large, or text outside a card.
    case problem(VCardProblem)
}

/// The reason that a line or a card couldn't be read.
public struct VCardProblem: Error, Hashable, Sendable {
    /// The number of the faulty line, from 1.
    public var line: Int
    /// The fault, without a full stop.
    public var reason: String

    /// Creates a problem.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// The maximum sizes that a reader accepts, in bytes of unfolded lines.
public struct VCardLimits: Hashable, Sendable {
    /// The maximum size of a line, and of one with a picture, a sound or a key in base64.
    public var (lineBytes, binaryLineBytes) = (1_048_576, 8_388_608)
    /// The maximum size of a card.
    public var cardBytes = 16_777_216

    /// Creates limits for files from untrusted sources.
    public init() {}
}
