import Repository

/// An API that is never asked.
struct SilentAPI: ContactAPI {
    let source = ContactSource(seed: "abc")

    func people(onPage page: Int, results: Int, seed: String, unless validator: String?) async throws -> RemotePage? {
        throw RepositoryError(.internal, "The API was asked.")
    }
}
