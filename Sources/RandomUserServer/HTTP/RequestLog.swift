import Synchronization

/// The newest answered requests, and the number of all.
final class RequestLog: Sendable {
    private struct State {
        var requests: [ServedRequest] = []
        var total = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    func add(_ request: ServedRequest) {
        state.withLock { state in
            state.total += 1
            // Removing in bulk: with a full log, most requests cost one append.
            if state.requests.count >= limit + limit / 4 {
                state.requests.removeFirst(state.requests.count - limit + 1)
            }
            state.requests.append(request)
        }
    }

    var requests: [ServedRequest] {
        state.withLock { Array($0.requests.suffix(limit)) }
    }

    var total: Int {
        state.withLock { $0.total }
    }
}
