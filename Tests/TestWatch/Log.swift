/// What happened, in order, written from any thread.
public final class Log<Entry: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable ([Entry]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Guarded {
        var entries: [Entry] = []
        var waiters: [Waiter] = []
    }

    private let guarded = Locked(Guarded())

    /// Creates an empty log.
    public init() {}

    /// What has been written so far.
    public var entries: [Entry] { guarded.withLock { $0.entries } }

    /// Writes an entry, and lets those who waited for it go on.
    public func append(_ entry: Entry) {
        let met = guarded.withLock { guarded in
            guarded.entries.append(entry)
            let entries = guarded.entries
            let met = guarded.waiters.filter { $0.isMet(entries) }
            guarded.waiters.removeAll { $0.isMet(entries) }
            return met
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits until there are at least this many entries.
    public func wait(forCount count: Int) async {
        await wait { $0.count >= count }
    }

    /// Waits until the entries are as wanted.
    public func wait(until isMet: @escaping @Sendable ([Entry]) -> Bool) async {
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
