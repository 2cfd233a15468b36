// Blocking work, away from the threads that Swift's tasks share.

// snippet.show
import Bloc
import Dispatch

/// Runs blocking work on a queue that may wait.
func blocking<Value: Sendable>(
    on queue: DispatchQueue,
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try work() }) }
    }
}

final class DigestBloc: Bloc {
    enum Event { case chosen(String) }
    typealias State = String?
    let runtime: BlocRuntime<DigestBloc>

    init(digest: @escaping @Sendable (String) throws -> String) {
        let files = DispatchQueue(label: "files")
        runtime = BlocRuntime(initialState: nil) { bloc in
            bloc.on(policy: .sequential) { event, emit in
                switch event {
                case .chosen(let path): emit(try await blocking(on: files) { try digest(path) })
                }
            }
        }
    }
}
// snippet.hide

let digests = DigestBloc { "digest of \($0)" }
_ = await digests.add(.chosen("a.txt")).outcome
print(digests.state ?? "none")
await digests.close()
