/// Settings that cannot be used.
///
/// Each problem names the key, its value unless that is secret, where it comes from and what would be right.
struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, one line each; never empty.
    let problems: [String]
    /// What is doubtful besides, one line each.
    let warnings: [String]

    init(_ problem: String) {
        problems = [problem]
        warnings = []
    }

    /// Nil when there is no problem.
    init?(_ problems: [String], warnings: [String]) {
        guard !problems.isEmpty else { return nil }
        self.problems = problems
        self.warnings = warnings
    }

    /// The first problem in one line, and how many more there are.
    var description: String {
        let first = problems.first ?? ""
        return problems.count > 1 ? "\(first) (and \(problems.count - 1) more: contacts config check)" : first
    }
}
