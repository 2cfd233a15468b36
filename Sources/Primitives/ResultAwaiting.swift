extension Result where Failure == any Error {
    /// Creates the result of an asynchronous body, for work that must follow in either case.
    package init(awaiting body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
