import Synchronization

/// The requests that a server has answered, oldest first.
package final class RequestLog<Request: Sendable>: Sendable {
    private let answered = Mutex<[Request]>([])

    package init() {}

    package var requests: [Request] { answered.withLock(\.self) }

    /// Adds a request, and returns its number, which counts from 0.
    @discardableResult
    package func add(_ request: Request) -> Int {
        answered.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
    }
}
