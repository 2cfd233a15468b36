/// Why a card could not be read.
public struct VCardProblem: Error, Hashable, Sendable {
    /// The number of the line at fault, from 1.
    public var line: Int
    /// What is wrong with it, without a full stop.
    public var reason: String

    /// Creates a problem.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}
