import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
    private enum Life {
        case running
        case stopping(Task<Void, Never>)
    }

    /// How long answers that are in flight may take after the server is told to stop.
    private static let grace: Duration = .milliseconds(500)

    /// The address to send requests to, such as `http://127.0.0.1:49152/api/`.
    public let baseURL: String

    /// The port that the server listens on.
    public let port: Int

    private let log: RequestLog
    private let faults: FaultSchedule
    private let daemon: HTTPDaemon
    private let life = Mutex(Life.running)
    private let stopped: AsyncStream<Never>
    private let stopping: AsyncStream<Never>.Continuation

    private init(baseURL: String, port: Int, log: RequestLog, faults: FaultSchedule, daemon: HTTPDaemon) {
        self.baseURL = baseURL
        self.port = port
        self.log = log
        self.faults = faults
        self.daemon = daemon
        (stopped, stopping) = AsyncStream.makeStream()
    }

    /// Starts a server on 127.0.0.1 and returns once it accepts connections.
    ///
    /// - Parameter options: The port and everything else; the defaults take a free port.
    /// - Returns: The running server; stop it when it is no longer needed.
    /// - Throws: An ``EmbeddedServerError`` if libmicrohttpd is missing or the port cannot be used.
    public static func start(options: ServerOptions = ServerOptions()) async throws -> EmbeddedServer {
        try HTTPDaemon.load()
        let log = RequestLog(limit: options.requestLogLimit)
        let faults = FaultSchedule(options.faults)
        let responder = ContractResponder(options: options, log: log, faults: faults)
        let listener = try LoopbackListener(port: options.port)
        do {
            let daemon = try HTTPDaemon.start(
                on: listener,
                requestTime: options.requestTime,
                sleep: options.sleep,
                respond: { await responder.respond(to: $0) }
            )
            return EmbeddedServer(
                baseURL: "http://127.0.0.1:\(listener.port)/api/",
                port: listener.port,
                log: log,
                faults: faults,
                daemon: daemon
            )
        } catch {
            listener.close()
            throw error
        }
    }

    /// The requests answered so far, oldest first; only the newest ones if there were very many.
    public var requests: [ServedRequest] { log.requests }

    /// The number of all requests answered so far.
    public var requestCount: Int { log.total }

    /// Replaces the pending faults; with an empty list the server behaves again.
    public func setFaults(_ rules: [ServerFaultRule]) {
        faults.replace(with: rules)
    }

    /// Stops accepting, gives answers in flight half a second to end, and closes all connections.
    ///
    /// Returns when the server has stopped, also when another task stops it at the same time.
    public func stop() async {
        let task = life.withLock { life in
            switch life {
            case .stopping(let task): return task
            case .running:
                // A task of its own: a cancelled caller must not cut the answers in flight.
                let task = Task { [daemon, stopping] in
                    await daemon.stop(grace: Self.grace)
                    stopping.finish()
                }
                life = .stopping(task)
                return task
            }
        }
        await task.value
    }

    /// Waits until the server has stopped, or until the task is cancelled.
    public func waitUntilStopped() async {
        for await _ in stopped {}
    }
}

/// The reason why an embedded server cannot be started.
public enum EmbeddedServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The library that the server is built on cannot be loaded.
    case libraryUnavailable(reason: String)

    /// The system refuses the port, with this value of `errno`.
    case cannotListen(port: Int, code: Int32)

    /// The library does not serve the listening socket.
    case cannotServe

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .libraryUnavailable(let reason):
            "The built-in server needs libmicrohttpd, which cannot be loaded (\(reason)). "
                + "Install the Debian package libmicrohttpd12."
        case .cannotListen(_, let code): String(cString: strerror(code))
        case .cannotServe: "libmicrohttpd refuses to serve"
        }
    }
}
