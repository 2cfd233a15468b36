package import LoopbackHTTP
import Synchronization

/// A loopback server with the API of randomuser.me, versions 1.0 to 1.4, which returns invented people.
///
/// It serves the DEV environment and tests: real HTTP, no network, and the same people for the same seed and page.
/// HTTP is handled by the system's libmicrohttpd, which the first start loads.
///
/// ```swift
/// let server = try await EmbeddedServer.start()
/// // GET server.baseURL + "1.4/?results=5&seed=abc"
/// await server.stop()
/// ```
public final class EmbeddedServer: Sendable {
    /// The base URL for requests, such as `http://127.0.0.1:49152/api/`.
    public let baseURL: String

    /// The port that the server listens on.
    public let port: Int

    private let daemon: HTTPDaemon
    /// The task that stops the server, once it has started.
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    private init(port: Int, daemon: HTTPDaemon) {
        baseURL = "http://127.0.0.1:\(port)/api/"
        self.port = port
        self.daemon = daemon
    }

    /// Starts a server on 127.0.0.1, which accepts connections immediately; by default, it uses a free port.
    ///
    /// In tests, `answering` can inspect each request, and the reply's status, before the reply is sent.
    /// - Throws: A `LoopbackServerError` if libmicrohttpd is missing or the port can't be used.
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

    /// Closes all connections and returns when the server has stopped, even if another task is already stopping it.
    public func stop() async {
        let task = stopping.withLock { stopping in
            // Use a separate task, so that the server stops even if the caller is cancelled.
            let task = stopping ?? Task { [daemon] in await daemon.stop() }
            stopping = task
            return task
        }
        await task.value
    }
}
