/// One thing that a server answered otherwise than it was asked.
public struct ResponseDifference: Equatable, Codable, Sendable {
    /// The name of the parameter, such as `results`.
    public let parameter: String
    /// What was asked for.
    public let asked: String
    /// What the server says that it sent, short and fit to be shown.
    public let answered: String

    /// Creates a difference.
    public init(parameter: String, asked: String, answered: String) {
        self.parameter = parameter
        self.asked = asked
        self.answered = answered
    }
}
