import Dispatch

/// Runs work that blocks on a thread of its own, because Swift's pool has only as many threads as there are cores.
func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "contacts.blocking").async { continuation.resume(returning: work()) }
    }
}
