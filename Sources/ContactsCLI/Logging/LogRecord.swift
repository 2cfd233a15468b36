/// One message of the log.
struct LogRecord: Equatable, Sendable {
    /// Something that belongs to the message.
    struct Detail: Equatable, Sendable {
        let key: String
        let value: String
    }

    let level: LogLevel
    /// Which part of the program speaks.
    let label: String
    let message: String
    /// In the order of the keys.
    let details: [Detail]
}
