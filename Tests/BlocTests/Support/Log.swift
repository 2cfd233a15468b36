import Bloc

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable ([Entry]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Guarded {
        var entries: [Entry] = []
        var waiters: [Waiter] = []
    }

    private let guarded = Lock(Guarded())

    var entries: [Entry] { guarded.withLock { $0.entries } }

    func append(_ entry: Entry) {
        let met = guarded.withLock { guarded in
            guarded.entries.append(entry)
            let entries = guarded.entries
            let met = guarded.waiters.filter { $0.isMet(entries) }
            guarded.waiters.removeAll { $0.isMet(entries) }
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits until there are so many entries.
    func wait(forCount count: Int) async {
        await wait { $0.count >= count }
    }

    /// Waits until the entries are as wanted.
    func wait(until isMet: @escaping @Sendable ([Entry]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetAlready = guarded.withLock { guarded in
                if isMet(guarded.entries) { return true }
                guarded.waiters.append(Waiter(isMet: isMet, continuation: continuation))
                return false
            }
            if isMetAlready { continuation.resume() }
        }
    }
}
