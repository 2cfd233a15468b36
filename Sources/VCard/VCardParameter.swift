/// A parameter of a line, such as `TYPE=home,work`.
public struct VCardParameter: Hashable, Sendable {
    /// The name in upper case.
    public var name: String
    /// The values, without quotes and with the escapes of RFC 6868 undone.
    public var values: [String]

    /// Creates a parameter.
    public init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values
    }
}
