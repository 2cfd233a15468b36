#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the log goes: standard error, or a file.
struct LogSink: Sendable {
    private enum Target: Sendable {
        case messages(MessagePrinter)
        case file(Descriptor)
    }

    private let target: Target
    private let format: LogFormat
    private let now: @Sendable () -> Date

    /// Logs to standard error, between the program's other messages.
    init(messages: MessagePrinter, format: LogFormat, now: @escaping @Sendable () -> Date = { Date() }) {
        target = .messages(messages)
        self.format = format
        self.now = now
    }

    /// Logs to the end of a file, which is created, readable by its owner only, when it does not exist.
    ///
    /// - Throws: ``OutputError`` when it cannot be opened.
    init(file path: String, format: LogFormat, now: @escaping @Sendable () -> Date = { Date() }) throws(OutputError) {
        target = .file(try Descriptor.appending(to: path))
        self.format = format
        self.now = now
    }

    /// Writes a record.
    ///
    /// A failure is passed over: there is nowhere left to tell it.
    func write(_ record: LogRecord) {
        switch target {
        case .messages(let messages):
            messages.log(format.line(record, at: format == .json ? now() : nil))
        case .file(let descriptor):
            // One call for a line, so that lines of several processes do not mix.
            try? descriptor.write(Array((format.line(record, at: now()) + "\n").utf8))
        }
    }
}
