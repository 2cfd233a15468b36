public import Primitives

/// A remote source of people.
public protocol ContactAPI: Sendable {
    /// The parameters of requests; the seed is empty if the server chooses it.
    var source: ContactSource { get }

    /// Reads a page of `results` people; `page` is its number, from 1.
    ///
    /// `seed` is sent if ``source`` has none; an empty one lets the server choose. Returns `nil` if the page hasn't
    /// changed since the response that provided `validator`. Throws ``RepositoryError`` with a network, server or
    /// configuration code, and `CancellationError`.
    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage?
}

/// Checks whether an API responds, with one small request.
public protocol APIProbe: Sendable {
    /// Requests one person without storing it.
    ///
    /// Throws ``RepositoryError`` like ``ContactAPI``, and `CancellationError`.
    ///
    /// - Returns: The server's time; `nil` if the response doesn't contain it.
    func probe() async throws -> Date?
}

/// The parameters that determine the people of a randomuser-style API: equal sources return the same people.
public struct ContactSource: Hashable, Sendable {
    /// The version of the API; empty if neither the request nor the response specifies one.
    package var version = ""
    /// The seed; empty if neither the request nor the response specifies one.
    package var seed = ""
    /// The requested nationalities, lowercase and comma-separated; empty for all.
    package var nationalities = ""
}

/// A decoded page of the API.
public struct RemotePage: Equatable, Sendable {
    /// The people that could be decoded, in order.
    package var people: [RemotePerson]
    /// The source named in the response, completed from the request.
    package var source: ContactSource
    /// Problems that didn't prevent the page: people that couldn't be decoded, parameters that differ.
    package var notices: [RepositoryNotice] = []
    /// The entity tag or date for a conditional request; `nil` if the server provides none.
    package var validator: String?
}

/// A person on a page of the API.
public struct RemotePerson: Equatable, Sendable {
    /// The index on the page, from 0.
    package let index: Int
    /// The API's identifier (`login.uuid`); only unique within one source.
    package let uuid: String?
    /// The contact; its identifier is empty here, because the store assigns it.
    package let contact: Contact
    /// The keys for the store, derived here to save work on the store's thread.
    let keys: ContactKeys

    package init(index: Int, uuid: String?, contact: Contact) {
        self.index = index
        self.uuid = uuid
        self.contact = contact
        keys = ContactKeys(contact)
    }
}

/// The settings of the API client.
public struct APISettings: Sendable {
    /// The version in the URL's path; empty to omit it.
    public var version = ""
    /// The seed that determines the people; `nil` lets the server choose one, which the store then remembers.
    public var seed: String?
    /// The nationalities to request, comma-separated; `nil` for all.
    public var nationalities: String?
    /// The bearer token, if any.
    public var token: String?
    /// The time limit of a request, including all retries; 0 for no limit.
    public var timeout = Duration.seconds(60)
    /// The maximum number of retries of a request.
    public var retryLimit = 3
    /// The value of the `User-Agent` header.
    public var userAgent = "contacts"
    /// Returns the API's URL; called for the first request, so that an embedded server can start then.
    public var endpoint: @Sendable () async throws -> String
}

extension APISettings {
    package init(endpoint: @escaping @Sendable () async throws -> String) {
        // Passing the first argument selects the memberwise initializer.
        self.init(version: "", endpoint: endpoint)
    }
}
