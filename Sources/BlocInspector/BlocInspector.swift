public import Bloc
import LoopbackHTTP
import Primitives
import Synchronization

/// An inspector that shows the blocs of a running program in a browser.
///
/// ```swift
/// let inspector = try await BlocInspector.start()
/// ```
///
/// prints `inspector: http://127.0.0.1:PORT/?token=…` to standard error; the page at that address shows the blocs that
/// are created from then on, and how each of them got into its state. Start the inspector before the blocs. It can be
/// reached only from this machine, and only with the token.
///
/// Values are shown for ``Inspectable`` types; for others the page shows only the names of events and of changed fields.
public final class BlocInspector: Sendable {
    /// The address of the page, including the token.
    public var url: String { "http://127.0.0.1:\(port)/?token=\(token)" }
    /// The port on 127.0.0.1.
    public let port: Int
    /// The observer of the blocs; to use it in a limited scope, see ``start(port:inspectingValues:observing:)``.
    public var observer: any BlocObserver { inspecting }

    let inspecting: InspectorObserver
    let hub: StreamHub
    /// The names of the recordings on display; `nil` if live blocs are shown.
    let recordings: [String]?
    let showsValues: Bool
    let token = Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let daemon: HTTPDaemon
        let installation: BlocSubscription?
        /// The task that sends reports and keeps connections open.
        let ticking: Task<Void, Never>
    }

    /// The blocs that an inspector observes.
    public enum Scope: Sendable {
        /// All blocs that the process creates from now on.
        case process
        /// The blocs that are created inside `withBlocObserver(inspector.observer) { … }`.
        case observer
    }

    /// The total size, in bytes, of the records that are kept for pages opened later.
    private static let capacity = 16 << 20

    /// Starts the server on a port of 127.0.0.1, or on a free one if it is 0, and observes blocs until ``stop()``.
    ///
    /// `inspectingValues` also shows the values of events and states that aren't ``Inspectable``.
    ///
    /// - Throws: An error that describes the problem if libmicrohttpd can't be loaded or the port is taken.
    public static func start(
        port: Int = 0,
        inspectingValues: Bool = false,
        observing scope: Scope = .process
    ) async throws -> BlocInspector {
        try BlocInspector(port: port, inspectingValues: inspectingValues, observing: scope)
    }

    /// Shows recordings instead of running blocs: one, or two side by side with the first transition that differs.
    ///
    /// The names of the recordings, such as their file names, are shown, too. Everything else works as for
    /// ``start(port:inspectingValues:observing:)``.
    public static func show(_ recordings: [Recording], names: [String], port: Int = 0) throws -> BlocInspector {
        let lines = recordings.prefix(2).enumerated()
            .flatMap { index, recording in recording.shown(as: recordings.count > 1 ? index : nil) }
        return try BlocInspector(port: port, inspectingValues: true, observing: .observer, showing: names, lines)
    }

    /// A synchronous ``start(port:inspectingValues:observing:)``; with the names of recordings, it works like
    /// ``show(_:names:port:)``.
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
            // The maximum size of a command.
            bodyLimit: 1 << 20
        ) { [weak self] request in self?.reply(to: request) ?? .text(503, "The inspector has stopped.") }
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
