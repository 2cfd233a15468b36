/// All that cannot be read in a template.
struct TemplateProblems: Error, Equatable, Sendable {
    let problems: [TemplateProblem]
}
