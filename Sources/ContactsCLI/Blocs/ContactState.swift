import Repository

/// What the view of one contact shows.
enum ContactState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The contact is being read or changed.
    case loading
    /// The contact is there.
    case found(Contact)
    /// The contact was changed, and is now as given.
    case saved(Contact)
    /// The contacts that were selected, each once, in the order of the selection.
    case selected([Contact])
    /// The contacts were changed, and are now as given.
    case changed([Contact])
    /// The contacts were removed; they are as they were.
    case removed([Contact])
    /// The contact could not be read or changed.
    case failure(RepositoryError)
}
