import Repository

/// What is to be imported, and how.
struct ImportRequest: Equatable, Codable, Sendable {
    /// The files, in their order.
    var files: [ImportFiles.File]
    /// The form that all of them are in; `nil` looks at each.
    var format: ExchangeFormat?
    /// What becomes of contacts that are here already.
    var duplicates: DuplicateRule
}
