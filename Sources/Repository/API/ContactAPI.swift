public import Primitives

/// A remote source of people.
public protocol ContactAPI: Sendable {
    /// The parameters of requests; the seed is empty when the server chooses it.
    var source: ContactSource { get }

    /// Reads the page with the number `page` (from 1) of `results` people.
    ///
    /// `seed` is sent when ``source`` has none; empty lets the server choose. The result is `nil` when the page has not
    /// changed since the response that `validator` came with. Throws ``RepositoryError`` with a code of the network, the
    /// server or the configuration, and `CancellationError`.
    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage?
}

/// Checks whether an API answers, with one small request.
public protocol APIProbe: Sendable {
    /// Requests one person without storing it.
    ///
    /// Throws ``RepositoryError`` as ``ContactAPI`` does, and `CancellationError`.
    ///
    /// - Returns: The time at the server; `nil` when the response does not say.
    func probe() async throws -> Date?
}

/// The parameters that determine the people of a randomuser-style API: equal sources mean equal people.
public struct ContactSource: Hashable, Sendable {
    /// The version of the API; empty when neither the request nor the response has one.
    package var version = ""
    /// The seed; empty when neither the request nor the response has one.
    package var seed = ""
    /// The requested nationalities, lower case, comma-separated; empty for all.
    package var nationalities = ""
}

/// A decoded page of the API.
public struct RemotePage: Equatable, Sendable {
    /// The people that could be decoded, in order.
    package var people: [RemotePerson]
    /// The source that the response names; what it leaves out is taken from the request.
    package var source: ContactSource
    /// Problems that did not stop the page: people that could not be decoded, parameters that differ.
    package var notices: [RepositoryNotice] = []
    /// The entity tag or date for a conditional request; `nil` when the server gives none.
    package var validator: String?
}

/// A person on a page of the API.
public struct RemotePerson: Equatable, Sendable {
    /// The index on the page, from 0.
    package let index: Int
    /// The API's identifier (`login.uuid`); unique within one source only.
    package let uuid: String?
    /// The contact; its identifier is empty here, because the store chooses it.
    package let contact: Contact
    /// The keys for the store, derived here so that the store's thread does not have to.
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
    /// The version in the URL's path; empty for none.
    public var version = ""
    /// The seed that determines the people; `nil` lets the server choose one, which the store then keeps.
    public var seed: String?
    /// The nationalities to request, comma-separated; `nil` for all.
    public var nationalities: String?
    /// The bearer token; `nil` for none.
    public var token: String?
    /// The time limit of a request, with all retries; 0 for none.
    public var timeout = Duration.seconds(60)
    /// The most retries of a request.
    public var retryLimit = 3
    /// The value of the field `User-Agent`.
    public var userAgent = "contacts"
    /// Returns the API's URL; called with the first request, so that an embedded server can start then.
    public var endpoint: @Sendable () async throws -> String
}

extension APISettings {
    package init(endpoint: @escaping @Sendable () async throws -> String) {
        // The first argument chooses the initializer with all properties.
        self.init(version: "", endpoint: endpoint)
    }
}
