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
    public var url: String { "http://127.0.0.1:\(port)/?token=\(token)" }
    /// The port on 127.0.0.1.
    public let port: Int
    /// Observes the blocs; for a scope of its own, see ``start(port:inspectingValues:observing:)``.
    public var observer: any BlocObserver { inspecting }

    let inspecting: InspectorObserver
    let hub: StreamHub
    /// The names of the recordings that are shown; `nil` while blocs are.
    let recordings: [String]?
    let showsValues: Bool
    let token = Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let daemon: HTTPDaemon
        let installation: BlocSubscription?
        /// Sends reports and keeps connections open.
        let ticking: Task<Void, Never>
    }

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
        try BlocInspector(port: port, inspectingValues: inspectingValues, observing: scope)
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
        let lines = recordings.prefix(2).enumerated()
            .flatMap { index, recording in recording.shown(as: recordings.count > 1 ? index : nil) }
        return try BlocInspector(port: port, inspectingValues: true, observing: .observer, showing: names, lines)
    }

    /// Does what ``start(port:inspectingValues:observing:)`` does, where nothing can be awaited; with the names of recordings, what
    /// ``show(_:names:port:)`` does.
    package init(
        port: Int,
        inspectingValues: Bool,
        observing scope: Scope,
        showing recordings: [String]? = nil,
        _ lines: [[UInt8]] = []
    ) throws {
        let hub = StreamHub(capacity: recordings == nil ? Self.capacity : .max)
        hub.append(zip(1..., lines).map { StreamLine(sequence: $0, json: $1) })
        let observer = InspectorObserver(showsAll: inspectingValues, isRecording: false) { lines in
            if recordings == nil { hub.append(lines) }
        }
        try HTTPDaemon.load()
        let listener = try LoopbackListener(port: port)
        self.port = listener.port
        self.hub = hub
        showsValues = inspectingValues
        self.recordings = recordings
        inspecting = observer
        let daemon = try HTTPDaemon.start(
            on: listener,
            requestTime: .seconds(30),
            // The largest size of a command.
            bodyLimit: 1 << 20
        ) { [weak self] request in self?.reply(to: request) ?? .text(503, "The inspector has ended.") }
        let installation = scope == .process ? BlocObservers.install(observer) : nil
        let ticking = Task {
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                guard hub.hasReaders else { continue }
                hub.tell(observer.writer.withLock { $0.reports() }.flatMap { StreamHub.event($0) })
                // Keeps connections open.
                if seconds.isMultiple(of: 15) { hub.tell(Array(":\n\n".utf8)) }
            }
        }
        running.withLock { $0 = Running(daemon: daemon, installation: installation, ticking: ticking) }
        let line = Array("inspector: \(url)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// Stops observing, ends all connections and frees the port.
    public func stop() async {
        guard let running = running.withLock({ $0.take() }) else { return }
        running.installation?.cancel()
        running.ticking.cancel()
        await running.ticking.value
        await inspecting.end()
        hub.end()
        await running.daemon.stop()
    }
}
