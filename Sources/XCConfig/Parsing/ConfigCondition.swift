/// A condition of an assignment, as `[sdk=linux*]`.
public struct ConfigCondition: Hashable, Sendable {
    /// The name before the first `=`, as written, never empty.
    public var parameter: String
    /// The pattern up to the bracket, as written; it may be empty.
    public var pattern: String

    /// Creates a condition.
    public init(parameter: String, pattern: String) {
        self.parameter = parameter
        self.pattern = pattern
    }
}
