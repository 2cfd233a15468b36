/// What cannot be read in a template.
struct TemplateProblem: Error, Equatable, Sendable {
    /// The number of the line, from 1.
    let line: Int
    let message: String
}
