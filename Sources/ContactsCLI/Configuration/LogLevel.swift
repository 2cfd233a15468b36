/// How much is logged, from the least to the most.
enum LogLevel: String, CaseIterable, Sendable {
    case fatal
    case error
    case warning
    case info
    case debug
    case trace

    /// Reads the name of a level in any case.
    init?(name: String) {
        self.init(rawValue: name.lowercased())
    }
}
