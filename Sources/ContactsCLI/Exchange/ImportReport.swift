/// What was read in the files of an import.
struct ImportReport: Equatable, Codable, Sendable {
    /// The most problems that are kept; the others are counted.
    private static let limit = 1_000

    /// How many contacts there were.
    var contacts = 0
    /// How many things there were that are none.
    private(set) var problemCount = 0
    /// The first of them.
    private(set) var problems: [ImportProblem] = []
    /// What is good to know about the files.
    var notices: [ImportProblem] = []

    /// Adds a problem.
    mutating func add(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < Self.limit { problems.append(problem) }
    }
}
