import Repository

/// What a list of contacts shows.
struct ContactListState: Equatable, Codable, Sendable {
    /// The phases that a list goes through, one at a time.
    enum Phase: Equatable, Codable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// A page is on its way.
        case loading
        /// A page is there.
        case data(ContactListPage)
        /// There is nobody.
        case empty
        /// The page could not be read.
        case failure(RepositoryError)
    }

    /// The phase.
    var phase: Phase = .initial
    /// What the user should be told about the page that is there.
    var notices: [RepositoryNotice] = []
    /// What is shown, once it was asked for.
    var request: ContactListRequest?
}
