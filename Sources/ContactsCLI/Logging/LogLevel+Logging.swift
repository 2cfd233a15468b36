import Logging

extension LogLevel {
    /// The level of swift-log that means the same.
    var loggerLevel: Logger.Level {
        switch self {
        case .fatal: .critical
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        case .trace: .trace
        }
    }

    /// The level of the program that means the same; libraries' notices count as information.
    init(_ level: Logger.Level) {
        switch level {
        case .critical: self = .fatal
        case .error: self = .error
        case .warning: self = .warning
        case .notice, .info: self = .info
        case .debug: self = .debug
        case .trace: self = .trace
        }
    }
}
