/// A value that is not of the type it was asked for.
public struct XCConfigValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the key in the file.
    public var key: String
    /// The type that was asked for.
    public var type: String

    /// What happened; the value may be secret and is left out.
    public var description: String {
        "the value of '\(key)' cannot be read as \(type)"
    }
}
