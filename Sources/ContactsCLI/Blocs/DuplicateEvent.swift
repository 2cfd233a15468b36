import Repository

/// What the search for duplicates is told.
enum DuplicateEvent: Codable, Sendable {
    /// All contacts are to be looked through.
    case searched
    /// What merging these would make was asked for.
    case previewed([ContactID])
    /// Each of these groups is to become its first contact; the title is that of the step of history.
    case merged([[ContactID]], title: String)
}
