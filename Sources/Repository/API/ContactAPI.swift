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
