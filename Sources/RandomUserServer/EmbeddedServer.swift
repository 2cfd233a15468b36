package import LoopbackHTTP
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

    private let daemon: HTTPDaemon
    /// The stop, once it has begun.
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    private init(port: Int, daemon: HTTPDaemon) {
        baseURL = "http://127.0.0.1:\(port)/api/"
        self.port = port
        self.daemon = daemon
    }

    /// Starts a server on 127.0.0.1, which accepts connections from then on; by default it takes a free port.
    ///
    /// A test can look at each request before its answer is sent, with the status.
    /// - Throws: A `LoopbackServerError` if libmicrohttpd is missing or the port cannot be used.
    package static func start(
        options: ServerOptions = ServerOptions(),
        answering: @escaping @Sendable (HTTPRequest, _ status: Int) -> Void = { _, _ in }
    ) async throws -> EmbeddedServer {
        try HTTPDaemon.load()
        let contract = Contract(options: options)
        let listener = try LoopbackListener(port: options.port)
        let daemon = try HTTPDaemon.start(on: listener, requestTime: options.requestTime) { request in
            let reply = contract.reply(to: request)
            answering(request, reply.status)
            return reply
        }
        return EmbeddedServer(port: listener.port, daemon: daemon)
    }

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
