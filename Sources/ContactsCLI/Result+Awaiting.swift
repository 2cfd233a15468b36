extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws, kept until after work that must be done in either case.
    init(awaiting body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
