import LoopbackHTTP
import Primitives
import Synchronization

/// A loopback server of invented people with the API of randomuser.me, versions 1.0 to 1.4.
///
/// It serves the DEV environment and tests: real HTTP, no network, the same people for the same seed and page.
/// HTTP is left to the system's libmicrohttpd, which the first start loads.
///
/// ```swift
/// let server = try await EmbeddedServer.start()
/// // GET server.baseURL + "1.4/?results=5&seed=abc"
/// await server.stop()
/// ```
public final class EmbeddedServer: Sendable {
    /// The address to send requests to, such as `http://127.0.0.1:49152/api/`.
    public let baseURL: String

    /// The port that the server listens on.
    public let port: Int

    private let log: RequestLog
    private let daemon: HTTPDaemon
    /// The stop, once it has begun.
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    private init(port: Int, log: RequestLog, daemon: HTTPDaemon) {
        baseURL = "http://127.0.0.1:\(port)/api/"
        self.port = port
        self.log = log
        self.daemon = daemon
    }

    /// Starts a server on 127.0.0.1, which accepts connections from then on; by default it takes a free port.
    ///
    /// - Throws: A `LoopbackServerError` if libmicrohttpd is missing or the port cannot be used.
    public static func start(options: ServerOptions = ServerOptions()) async throws -> EmbeddedServer {
        try HTTPDaemon.load()
        let log = RequestLog()
        let contract = Contract(options: options)
        let listener = try LoopbackListener(port: options.port)
        let daemon = try HTTPDaemon.start(on: listener, requestTime: options.requestTime) { request in
            let reply = contract.reply(to: request)
            log.add(request, status: reply.status)
            return reply
        }
        return EmbeddedServer(port: listener.port, log: log, daemon: daemon)
    }

    /// The newest requests that were answered, oldest first.
    public var requests: [ServedRequest] { log.requests }

    /// Closes all connections, and returns when the server has stopped, also when another task stops it at the same time.
    public func stop() async {
        let task = stopping.withLock { stopping in
            // A task of its own: the server stops although the caller is cancelled.
            let task = stopping ?? Task { [daemon] in await daemon.stop() }
            stopping = task
            return task
        }
        await task.value
    }
}

/// A request that an embedded server has answered, for tests to inspect.
public struct ServedRequest: Sendable, Equatable {
    /// The method as sent, such as `GET`.
    public let method: String

    /// Path and query as sent, such as `/api/1.4/?results=5`.
    public let target: String

    /// The status of the answer.
    public let status: Int

    /// The request's headers by lower-case name; of a repeated header the last value.
    public let headers: [String: String]
}

private final class RequestLog: Sendable {
    /// The number of requests that are kept at least.
    private static let limit = 1_000

    private let newest = Mutex<[ServedRequest]>([])

    func add(_ request: HTTPRequest, status: Int) {
        let served = ServedRequest(
            method: request.method,
            target: request.target,
            status: status,
            headers: request.headers
        )
        newest.withLock { newest in
            if newest.count >= 2 * Self.limit { newest.removeFirst(Self.limit) }
            newest.append(served)
        }
    }

    var requests: [ServedRequest] { newest.withLock(\.self) }
}
