/// A saved state: the bytes that an encoder made, and the version of their form.
public struct HydratedData: Hashable, Sendable {
    /// The version of the form, 1 or more.
    public let version: Int
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates data.
    public init(version: Int, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}
