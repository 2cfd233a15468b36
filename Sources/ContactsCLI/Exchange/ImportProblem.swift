/// Something in a file that is no contact.
struct ImportProblem: Equatable, Codable, Sendable {
    var file: String
    var line: Int
    var reason: String

    /// The problem as compilers tell theirs.
    var text: String { "\(file):\(line): \(reason)" }
}
