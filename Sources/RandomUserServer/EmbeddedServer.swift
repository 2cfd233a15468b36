import Hummingbird
import Logging
import NIOCore

/// A server of invented people on the loopback that speaks the contract of randomuser.me, versions 1.0 to 1.4.
///
/// It serves the DEV environment and tests: real HTTP, no network, the same people for the same seed and page.
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
    private let faults: FaultSchedule
    private let connections: ConnectionRegistry
    private let listener: any Channel
    private let running: Task<Void, Never>

    private init(
        log: RequestLog,
        faults: FaultSchedule,
        connections: ConnectionRegistry,
        listener: any Channel,
        running: Task<Void, Never>
    ) {
        port = listener.localAddress?.port ?? 0
        baseURL = "http://127.0.0.1:\(port)/api/"
        self.log = log
        self.faults = faults
        self.connections = connections
        self.listener = listener
        self.running = running
    }

    /// Starts a server on 127.0.0.1 and returns once it accepts connections.
    ///
    /// - Parameter options: The port and everything else; the defaults take a free port.
    /// - Returns: The running server; stop it when it is no longer needed.
    /// - Throws: An error of the system when the port cannot be had.
    public static func start(options: ServerOptions = ServerOptions()) async throws -> EmbeddedServer {
        let log = RequestLog(limit: options.requestLogLimit)
        let faults = FaultSchedule(options.faults)
        let connections = ConnectionRegistry()
        let responder = ContractResponder(options: options, log: log, faults: faults)
        let (listeners, continuation) = AsyncThrowingStream<any Channel, any Error>.makeStream()
        let application = Application(
            responder: responder,
            server: .http1(configuration: .init(additionalChannelHandlers: [ConnectionHandler(registry: connections)])),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: options.port)),
            onServerRunning: { continuation.yield($0) },
            logger: Logger(label: "randomuser-server") { _ in SwiftLogNoOpLogHandler() }
        )
        let running = Task {
            do {
                try await application.run()
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await listener in listeners {
            return EmbeddedServer(
                log: log,
                faults: faults,
                connections: connections,
                listener: listener,
                running: running
            )
        }
        // The stream ends without a listener only when the caller is cancelled; nobody could stop the server then.
        running.cancel()
        throw CancellationError()
    }

    /// The requests that were answered so far, the oldest first; only the newest when there were very many.
    public var requests: [ServedRequest] { log.requests }

    /// The number of all requests that were answered so far.
    public var requestCount: Int { log.total }

    /// Replaces the faults that wait for their requests; an empty list lets the server behave again.
    public func setFaults(_ rules: [ServerFaultRule]) {
        faults.replace(with: rules)
    }

    /// Stops accepting, lets answers that are under way end for a moment, and closes what is still open.
    public func stop() async {
        try? await listener.close()
        connections.quiesce()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [connections] in await connections.waitUntilEmpty() }
            group.addTask { [connections] in
                try? await Task.sleep(for: .milliseconds(500))
                await connections.closeAll()
            }
            await group.next()
            group.cancelAll()
        }
        running.cancel()
        await running.value
    }

    /// Waits until the server has stopped.
    public func waitUntilStopped() async {
        await running.value
    }
}
