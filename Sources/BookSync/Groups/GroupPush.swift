import Primitives
import Repository

/// Writes the contacts that joined and left groups here to the groups' cards.
///
/// Before a request, only the deletion of a group is recorded: other changes stay pending until the card was read or
/// written, and a card that already has them needs no request.
struct GroupPush {
    let store: any SyncStore
    let source: any CardSource
    let mayLag: Bool
    let now: @Sendable () -> Date

    /// Updates cards that lack changes made here, removes those of groups that were deleted here, and creates those of groups
    /// that came back.
    ///
    /// - Parameter outcome: The outcome of the pass so far.
    /// - Returns: Whether something was written.
    /// - Throws: The errors of the store, and those of the source that end the pass.
    func run(_ outcome: inout PushBatch.Outcome) async throws -> Bool {
        let time = now()
        let tasks = try await store.synchronize(at: time) { tx in
            let edit = CardEdit(time: time)
            var tasks: [GroupTask] = []
            for item in try tx.pendingGroups() {
                if let task = try GroupTask(item, edit, &tx) { tasks.append(task) }
            }
            for item in try tx.returningGroups() {
                if let task = try GroupTask(returning: item, edit, &tx) { tasks.append(task) }
            }
            return tasks
        }
        var hasWritten = false
        for task in tasks {
            var result: Result<CardWrite?, CardSourceError> = .success(nil)
            if task.request != nil {
                do {
                    if let refusal = outcome.refusal { throw refusal }
                    hasWritten = true
                    result = .success(try await task.send(to: source))
                } catch let error as CardSourceError {
                    result = .failure(error)
                }
            }
            let all = outcome
            outcome = try await store.synchronize(at: now()) { [result, mayLag] tx in
                var outcome = all
                switch (result, task.request) {
                case (.success, .remove): try task.removed(mayLag: mayLag, &tx, &outcome)
                case (.success(let write), _): try task.written(write, mayLag: mayLag, &tx, &outcome)
                case (.failure(let error), .remove) where error.code == .gone:
                    try task.removed(mayLag: mayLag, &tx, &outcome)
                case (.failure(let error), _): try task.failed(error, &tx, &outcome)
                }
                return outcome
            }
            if let error = outcome.error { throw error }
        }
        return hasWritten
    }
}
