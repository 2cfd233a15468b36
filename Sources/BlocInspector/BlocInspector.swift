public import Bloc
import LoopbackHTTP
import Primitives
import Synchronization

/// Shows the blocs of a running program in a browser.
///
/// ```swift
/// let inspector = try await BlocInspector.start()
/// ```
///
/// prints `inspector: http://127.0.0.1:PORT/?token=…` to standard error; the page at that address shows the blocs that are
/// created from then on, and how each of them got into its state. Start it before the blocs. Nothing but this machine reaches
/// it, and nobody without the token.
///
/// Values are shown for types that are ``Inspectable``; of all others the page has the names of events and of changed fields.
public final class BlocInspector: Sendable {
    /// The address of the page, with the token that it needs.
    public let url: String
    /// The port on 127.0.0.1.
    public let port: Int
    /// Observes the blocs; for a scope of its own, see ``start(port:inspectingValues:observing:)``.
    public let observer: any BlocObserver

    private let server: InspectorServer
    private let installation: BlocSubscription?
    /// Sends reports and keeps connections open.
    private let ticking: Task<Void, Never>

    /// The blocs that an inspector observes.
    public enum Scope: Sendable {
        /// Every bloc that the process creates from now on.
        case process
        /// Those that are created inside `withBlocObserver(inspector.observer) { … }`.
        case observer
    }

    /// The size of all records that are kept for a page that is opened later, in bytes.
    private static let capacity = 16 << 20

    /// Starts the server and observes blocs.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1; 0 takes a free one.
    ///   - inspectingValues: Whether to show the values of events and states that are not ``Inspectable``, too.
    ///   - scope: The blocs to observe.
    /// - Returns: The inspector; ``stop()`` ends it.
    /// - Throws: An error whose description says what is missing, when libmicrohttpd cannot be loaded or the port is taken.
    public static func start(
        port: Int = 0,
        inspectingValues: Bool = false,
        observing scope: Scope = .process
    ) async throws -> BlocInspector {
        try starting(port: port, inspectingValues: inspectingValues, observing: scope)
    }

    /// Does what ``start(port:inspectingValues:observing:)`` does, where nothing can be awaited.
    package static func starting(
        port: Int,
        inspectingValues: Bool,
        observing scope: Scope
    ) throws -> BlocInspector {
        let hub = StreamHub(capacity: capacity)
        let observer = InspectorObserver(showsAll: inspectingValues, isRecording: false, sink: hub.append)
        return try BlocInspector(port, hub, observer, scope, values: inspectingValues)
    }

    /// Shows recordings instead of running blocs: one, or two side by side with the first transition that differs.
    ///
    /// - Parameters:
    ///   - recordings: One or two recordings.
    ///   - names: Their names, such as those of the files.
    ///   - port: The port on 127.0.0.1; 0 takes a free one.
    /// - Returns: The inspector; ``stop()`` ends it.
    /// - Throws: See ``start(port:inspectingValues:observing:)``.
    public static func show(_ recordings: [Recording], names: [String], port: Int = 0) throws -> BlocInspector {
        let hub = StreamHub(capacity: .max)
        let lines = recordings.prefix(2).enumerated()
            .flatMap { index, recording in recording.shown(as: recordings.count > 1 ? index : nil) }
        hub.append(zip(1..., lines).map { StreamLine(sequence: $0, json: $1) })
        return try BlocInspector(port, hub, nil, .observer, values: true, recordings: names)
    }

    private init(
        _ port: Int,
        _ hub: StreamHub,
        _ observer: InspectorObserver?,
        _ scope: Scope,
        values: Bool,
        recordings: [String]? = nil
    ) throws {
        let hello = InspectorServer.hello(values: values, recordings: recordings)
        server = try InspectorServer(port: port, hub: hub, hello: hello, blocs: observer)
        self.observer = observer ?? NoObserver()
        self.port = server.port
        url = server.url
        installation = scope == .process ? BlocObservers.install(self.observer) : nil
        ticking = Task {
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                guard hub.hasReaders else { continue }
                let reports = observer?.writer.withLock { $0.reports() } ?? []
                hub.tell(reports.flatMap { StreamHub.event($0) })
                // Keeps connections open.
                if seconds.isMultiple(of: 15) { hub.tell(Array(":\n\n".utf8)) }
            }
        }
        let line = Array("inspector: \(url)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// Stops observing, ends all connections and frees the port.
    public func stop() async {
        installation?.cancel()
        ticking.cancel()
        await ticking.value
        await (observer as? InspectorObserver)?.end()
        await server.stop()
    }

    /// Waits until everything that happened in blocs before has reached the readers; for tests.
    package func flush() async {
        await (observer as? InspectorObserver)?.flush()
    }
}

/// Observes nothing.
private struct NoObserver: BlocObserver {}
