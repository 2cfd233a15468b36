import CMicroHTTPD
import Synchronization

/// A connection of libmicrohttpd.
///
/// Sendable although it is an address: outside of the daemon's polling thread it is used only by ``Exchange``, under its
/// lock and while the connection is suspended; libmicrohttpd neither uses nor frees a suspended connection.
struct Connection: @unchecked Sendable {
    let pointer: OpaquePointer

    var socket: Int32 { CMHD_socket(pointer) }
}

/// One request from its first line to the last byte of its answer.
///
/// The polling thread asks the exchange for the next step. While a step takes time, the connection is suspended and the
/// polling thread serves others.
final class Exchange: Sendable {
    /// What the polling thread has to do next.
    enum Step {
        case receiveHead
        case receiveBody
        case send(Outcome)
        case stop
    }

    private struct State {
        var hasHead = false
        var outcome: Outcome?
        var isAborted = false
        var suspended: Connection?
        var work: Task<Void, Never>?
    }

    /// Path and query as they were sent.
    let target: String
    private let state = Mutex(State())

    init(target: String) {
        self.target = target
    }

    /// The step to do when libmicrohttpd calls for the request.
    func nextStep() -> Step {
        state.withLock { state in
            if state.isAborted { return .stop }
            if let outcome = state.outcome { return .send(outcome) }
            if state.hasHead { return .receiveBody }
            state.hasHead = true
            return .receiveHead
        }
    }

    /// Settles how the request ends.
    func decide(_ outcome: Outcome) {
        state.withLock { $0.outcome = outcome }
    }

    /// Suspends the connection until `work` has ended; libmicrohttpd then calls again.
    ///
    /// Called on the polling thread. Returns false, and does nothing, if the exchange has been aborted.
    func suspend(_ connection: Connection, during work: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard !state.isAborted else { return false }
            // Before the work starts: resuming a connection that is not suspended is undefined.
            CMHD_suspend(connection.pointer)
            state.suspended = connection
            state.work = Task {
                await work()
                self.state.withLock { Self.resume(&$0) }
            }
            return true
        }
    }

    /// Ends the exchange at once: cancels its work and resumes its connection, which is then closed.
    func abort() {
        state.withLock { state in
            state.isAborted = true
            state.work?.cancel()
            Self.resume(&state)
        }
    }

    var isAborted: Bool { state.withLock(\.isAborted) }

    /// Whether the client has closed the connection while it is suspended.
    var isAbandoned: Bool {
        state.withLock { $0.suspended.map { TCPSocket.isClosedByPeer($0.socket) } ?? true }
    }

    /// Called with the lock held, so that the daemon cannot be stopped between the decision to resume and the call.
    private static func resume(_ state: inout State) {
        guard let connection = state.suspended else { return }
        state.suspended = nil
        state.work = nil
        CMHD_resume(connection.pointer)
    }
}

/// The exchanges that are in flight.
final class ExchangeRegistry: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var isClosed = false
        var waiters: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Adds an exchange; returns false if the registry is closed.
    func insert(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            return true
        }
    }

    func remove(_ exchange: Exchange) {
        state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            guard state.exchanges.isEmpty else { return }
            for waiter in state.waiters { waiter.finish() }
            state.waiters = []
        }
    }

    /// Refuses exchanges from now on.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Waits until no exchange is in flight, or until the task is cancelled.
    func waitUntilEmpty() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.exchanges.isEmpty { continuation.finish() } else { state.waiters.append(continuation) }
        }
        for await _ in stream {}
    }

    /// Aborts every exchange that is still in flight.
    func abortAll() {
        for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.abort() }
    }
}
