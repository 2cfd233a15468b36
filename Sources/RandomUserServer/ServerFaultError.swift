/// The reason why a text names no fault.
public struct ServerFaultError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with the text and what would be right.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
