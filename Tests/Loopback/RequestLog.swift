import Synchronization

/// The requests that a server has answered, oldest first.
package final class RequestLog<Request: Sendable>: Sendable {
    private let answered = Mutex<[Request]>([])

    package init() {}

    package var requests: [Request] { answered.withLock(\.self) }

    package func add(_ request: Request) { answered.withLock { $0.append(request) } }
}
