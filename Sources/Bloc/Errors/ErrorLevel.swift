/// How grave an error is, in the six levels of logging.
public enum ErrorLevel: String, CaseIterable, Comparable, Sendable {
    /// For following a single step.
    case trace
    /// For finding defects.
    case debug
    /// Worth knowing.
    case info
    /// Something is not as it should be, and the work went on.
    case warning
    /// Something failed.
    case error
    /// The program cannot go on.
    case fatal

    /// Compares by gravity.
    public static func < (left: ErrorLevel, right: ErrorLevel) -> Bool { left.gravity < right.gravity }

    private var gravity: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        case .fatal: 5
        }
    }
}
