import Synchronization

/// A refresh that runs beside its observer and ends with it.
final class RefreshTask: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var result: Result<[RepositoryNotice], any Error>?
    }

    private let state = Mutex(State())
    private let ended = ChangeSignal()

    deinit { cancel() }

    /// Begins the work; an observer does so once.
    func start(_ work: @escaping @Sendable () async throws -> [RepositoryNotice]) {
        let task = Task { [weak self] in
            let result: Result<[RepositoryNotice], any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            self?.end(result)
        }
        state.withLock { $0.task = task }
    }

    /// Waits for the end of the work; `nil` when the task that waits was cancelled.
    func result() async -> Result<[RepositoryNotice], any Error>? {
        await ended.wait(after: 0)
        return state.withLock { $0.result }
    }

    /// Ends the work.
    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    private func end(_ result: Result<[RepositoryNotice], any Error>) {
        state.withLock { $0.result = result }
        ended.send()
    }
}
