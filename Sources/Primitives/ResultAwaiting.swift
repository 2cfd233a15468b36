extension Result where Failure == any Error {
    /// Captures the outcome of an asynchronous body, for callers that must do more work in either case.
    package init(awaiting body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
