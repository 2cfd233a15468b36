/// How large the parts of a file may be before they are refused.
public struct VCardLimits: Hashable, Sendable {
    /// The bytes of an unfolded line.
    public var lineBytes = 1_048_576
    /// The bytes of an unfolded line with a picture, a sound or a key in base64.
    public var binaryLineBytes = 8_388_608
    /// The bytes of a card.
    public var cardBytes = 16_777_216

    /// Creates the limits that are meant for files from anywhere.
    public init() {}
}
