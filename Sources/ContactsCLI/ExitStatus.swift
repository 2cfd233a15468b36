/// What the program tells its caller when it ends, the same for every command.
enum ExitStatus: Int32, Codable, Sendable {
    /// Done; an empty result too.
    case success = 0
    /// Something that does not exist was asked for, or the user said no.
    case failure = 1
    /// Done in part: some items could not be read or changed.
    case partial = 2
    /// The command line cannot be understood, or a selection is ambiguous.
    case usage = 64
    /// Data cannot be read, or a database is not ours, damaged or newer.
    case badData = 65
    /// An input file is missing.
    case noInput = 66
    /// The network or the server failed.
    case unavailable = 69
    /// A defect of this program.
    case defect = 70
    /// A file or folder cannot be created.
    case cannotCreate = 73
    /// A file cannot be read or written, or the output is closed or full.
    case inputOutput = 74
    /// Try again later.
    case tryAgain = 75
    /// The server refuses this user.
    case noPermission = 77
    /// The configuration cannot be used.
    case configuration = 78
    /// Stopped by an interrupt (Ctrl-C).
    case interrupted = 130
    /// Nobody reads the output any more.
    case brokenPipe = 141
    /// Stopped by a request to end.
    case terminated = 143

    /// The stable name that errors in JSON have.
    var code: String {
        switch self {
        case .success: "success"
        case .failure: "failure"
        case .partial: "partial"
        case .usage: "usage"
        case .badData: "bad-data"
        case .noInput: "no-input"
        case .unavailable: "unavailable"
        case .defect: "defect"
        case .cannotCreate: "cannot-create"
        case .inputOutput: "input-output"
        case .tryAgain: "try-again"
        case .noPermission: "no-permission"
        case .configuration: "configuration"
        case .interrupted: "interrupted"
        case .brokenPipe: "broken-pipe"
        case .terminated: "terminated"
        }
    }
}
