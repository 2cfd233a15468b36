/// What an observer of contacts is told, one after the other; failures are told too, and end nothing.
public enum ContactResponse: Equatable, Sendable {
    /// Where a page that is shown comes from.
    public enum Origin: Equatable, Sendable {
        /// It was read before, and nothing has changed since.
        case memory
        /// It was read from the store.
        case store
        /// It was read from the store after the network had answered.
        case network
    }

    /// The network is being asked.
    case loading
    /// The contacts as they are now.
    case page(ContactPage, Origin)
    /// The network or the store failed; the next change is told again.
    case failure(RepositoryError)

    /// The page, if this has one.
    public var page: ContactPage? {
        if case .page(let page, _) = self { page } else { nil }
    }
}
