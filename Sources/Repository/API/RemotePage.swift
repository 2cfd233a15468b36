/// A page of the API, read.
public struct RemotePage: Equatable, Sendable {
    /// The people that could be read, in order.
    public var people: [RemotePerson]
    /// The source that the server says the people are of; what it does not say is as it was asked for.
    public var source: ContactSource
    /// What there is to tell: people who could not be read, an answer to another question.
    public var notices: [RepositoryNotice]
    /// What to ask with later whether the page has changed; `nil` when the server gives nothing for it.
    public var validator: String?

    /// Creates a page.
    public init(
        people: [RemotePerson],
        source: ContactSource,
        notices: [RepositoryNotice] = [],
        validator: String? = nil
    ) {
        self.people = people
        self.source = source
        self.notices = notices
        self.validator = validator
    }
}
