import Logging
import Synchronization

/// Keeps log lines for tests.
final class CapturedLog: Sendable {
    struct Line: Sendable {
        let text: String
        let metadata: [String: String]
    }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let line = Line(text: "\(event.message)", metadata: all.mapValues { "\($0)" })
            log.kept.withLock { $0.append(line) }
        }
    }

    private let kept = Mutex<[Line]>([])

    /// The lines, in order.
    var lines: [Line] { kept.withLock { $0 } }

    /// A logger that writes here from the level on.
    func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }
}
