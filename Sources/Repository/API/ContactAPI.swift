#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

/// Where people come from.
public protocol ContactAPI: Sendable {
    /// What is asked for; its seed is empty when the server is to choose one.
    var source: ContactSource { get }

    /// Reads the page with the number `page` (from 1) of `results` people.
    ///
    /// `seed` is asked with when ``source`` has none; empty lets the server choose. The answer is `nil` when the page is
    /// still the one that `validator` came with. Throws ``RepositoryError`` with a code of the network, the server or the
    /// configuration, and `CancellationError`.
    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage?
}

/// Asks whether an API answers, with one small request.
public protocol APIProbe: Sendable {
    /// Asks for one person, who is not stored.
    ///
    /// Throws ``RepositoryError`` as ``ContactAPI`` does, and `CancellationError`.
    ///
    /// - Returns: What time it is at the server; `nil` when it does not say.
    func probe() async throws -> Date?
}

/// What decides which people a randomuser-style API makes up: the same source always means the same people.
public struct ContactSource: Hashable, Sendable {
    /// The version of the API; empty when none was asked for and none answered.
    public var version: String
    /// The seed; empty when none was asked for and none answered.
    public var seed: String
    /// The nationalities as they are asked for, lower case, comma-separated; empty for all.
    public var nationalities: String

    /// Creates a source.
    public init(version: String = "", seed: String = "", nationalities: String = "") {
        self.version = version
        self.seed = seed
        self.nationalities = nationalities
    }
}

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

/// A person as a page of the API has them.
public struct RemotePerson: Equatable, Sendable {
    /// The place on the page, from 0.
    public let index: Int
    /// What the API calls the person (`login.uuid`); unique within one source only.
    public let uuid: String?
    /// What a store keeps, made here so that no store is kept waiting for it.
    let row: PersonRow

    /// What the API says; the identifier is the store's to choose and empty here.
    public var contact: Contact { row.contact }

    /// Creates a person; of the contact is kept what a page of the API can say.
    public init(index: Int, uuid: String?, contact: Contact) {
        self.index = index
        self.uuid = uuid
        row = PersonRow(contact, ContactKeys(contact))
    }
}
