import ArgumentParser
import Exchange
import Logging
import Primitives

struct LogSink: Sendable {
    /// Writes a record; failures are ignored because there is nowhere left to report them.
    let write: @Sendable (LogRecord) -> Void

    /// Logs to standard error, interleaved with the program's other messages.
    init(messages: MessagePrinter, format: LogFormat, now: @escaping @Sendable () -> Date = { Date() }) {
        write = { messages.log(format.line($0, at: format == .json ? now() : nil)) }
    }

    /// Appends to a file; a new file is readable by its owner only.
    init(file path: String, format: LogFormat, now: @escaping @Sendable () -> Date = { Date() }) throws(Failure) {
        let file = try Descriptor.appending(to: path, as: "log file", option: "--log-file")
        // Use one system call per line, so that lines from several processes don't interleave.
        write = { try? file.write(Array((format.line($0, at: now()) + "\n").utf8)) }
    }
}

enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text
    /// A line of JSON for machines, with the keys `time`, `level`, `label`, `message` and `details`.
    case json

    /// Returns the record as a line without the line break; text on a terminal has no time.
    func line(_ record: LogRecord, at time: Date?) -> String {
        switch self {
        case .text:
            let details = record.details.map { " \($0.key)=\($0.value)" }.joined()
            let stamp = time.map { Self.text(of: $0) + " " } ?? ""
            return "\(stamp)\(record.level.rawValue) \(record.label): \(record.message)\(details)"
        case .json:
            var bytes: [UInt8] = []
            let line = OutputValue.object([
                ("time", OutputValue(time.map(Self.text(of:)))), ("level", .text(record.level.rawValue)),
                ("label", .text(record.label)), ("message", .text(record.message)),
                ("details", .object(record.details.map { ($0.key, .text($0.value)) })),
            ])
            JSONText().append(line, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func text(of time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

/// Forwards swift-log messages to a sink as records.
struct RecordLogHandler: LogHandler {
    let label: String
    let sink: LogSink
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { (key: $0.key, value: "\($0.value)") }
        sink.write(LogRecord(level: LogLevel(event.level), label: label, message: "\(event.message)", details: details))
    }
}

struct LogRecord: Sendable {
    let level: LogLevel
    let label: String
    let message: String
    /// The message's metadata, sorted by key.
    let details: [(key: String, value: String)]
}

extension LogLevel {
    var loggerLevel: Logger.Level { self == .fatal ? .critical : Logger.Level(rawValue: rawValue) ?? .info }

    /// Creates the corresponding level; `notice`, which only libraries use, becomes `info`.
    init(_ level: Logger.Level) {
        self = level == .critical ? .fatal : LogLevel(rawValue: level.rawValue) ?? .info
    }
}
