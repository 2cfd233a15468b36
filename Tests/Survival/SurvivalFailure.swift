/// A fault that a run found.
public struct SurvivalFailure: Error, CustomStringConvertible, Sendable {
    /// What was found, and what was expected.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
