import Logging

/// Passes messages of swift-log to a sink of the program, as records.
struct RecordLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let sink: LogSink

    init(label: String, level: Logger.Level, sink: LogSink) {
        self.label = label
        self.sink = sink
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { (key: $0.key, value: "\($0.value)") }
        sink.write(
            LogRecord(
                level: LogLevel(event.level),
                label: label,
                message: "\(event.message)",
                details: details
            )
        )
    }
}

struct LogRecord: Sendable {
    let level: LogLevel
    let label: String
    let message: String
    /// The keys and values that belong to the message, sorted by key.
    let details: [(key: String, value: String)]
}

extension LogLevel {
    var loggerLevel: Logger.Level { self == .fatal ? .critical : Logger.Level(rawValue: rawValue) ?? .info }

    /// The corresponding level of the program; libraries' notices become information.
    init(_ level: Logger.Level) {
        self = level == .critical ? .fatal : LogLevel(rawValue: level.rawValue) ?? .info
    }
}
