import Logging

/// Writes log messages for people: a line each on standard error, without colours and harmless for a terminal.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let messages: MessagePrinter

    init(label: String, level: Logger.Level, messages: MessagePrinter) {
        self.label = label
        self.messages = messages
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
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        messages.log("\(event.level) \(label): \(event.message)\(details)")
    }
}
