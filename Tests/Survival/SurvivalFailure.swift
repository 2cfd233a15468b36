/// What was not survived.
public struct SurvivalFailure: Error, CustomStringConvertible, Sendable {
    /// What was seen, and what should have been.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
