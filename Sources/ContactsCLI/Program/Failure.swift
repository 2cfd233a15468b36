import Repository

/// An error as the user is told about it: the one place that turns errors into words and exit codes.
struct Failure: Equatable, Sendable {
    /// What the program ends with.
    var status: ExitStatus
    /// What happened and what to do; empty when there is nothing to say.
    var message: String
    /// Lines below the message, such as the candidates of an ambiguous selection.
    var details: [String] = []

    init(_ status: ExitStatus, _ message: String, details: [String] = []) {
        self.status = status
        self.message = message
        self.details = details
    }

    /// Finds the words and the code for an error that stopped a command.
    init(_ error: any Error) {
        switch error {
        case let error as Failure:
            self = error
        case let error as RepositoryError:
            self.init(Self.status(of: error.code), error.message, details: error.candidates.map(Self.line))
        case let error as ConfigurationError:
            self.init(.configuration, error.description)
        case .brokenPipe as OutputError:
            self.init(.brokenPipe, "")
        case .failed(let reason) as OutputError:
            self.init(.inputOutput, "The output could not be written: \(reason).")
        case is CancellationError:
            self.init(.interrupted, "")
        default:
            self.init(.defect, "Something unexpected went wrong (\(type(of: error))). Please report it.")
        }
    }

    private static func status(of code: RepositoryError.Code) -> ExitStatus {
        switch code {
        case .notFound: .failure
        case .ambiguous, .invalidInput: .usage
        case .invalidConfiguration: .configuration
        case .network, .server: .unavailable
        case .rateLimited, .databaseBusy: .tryAgain
        case .unauthorized: .noPermission
        case .unreadableDatabase: .badData
        case .cannotCreate: .cannotCreate
        case .inputOutput: .inputOutput
        default: .defect
        }
    }

    private static func line(for candidate: Contact) -> String {
        let name = ContactDetails.fullName(of: candidate, withTitle: false)
        return name.isEmpty ? candidate.id.rawValue : "\(candidate.id)  \(name)"
    }
}

extension Failure: Error {}

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

/// Tells what a page or a synchronisation had to say, and keeps count of what was lost.
struct NoticeReport {
    /// The people that could not be read.
    private(set) var unreadable = 0

    private let messages: MessagePrinter

    init(messages: MessagePrinter) {
        self.messages = messages
    }

    /// What the command ends with when nothing else went wrong.
    var status: ExitStatus { unreadable == 0 ? .success : .partial }

    /// Prints a warning for each notice.
    mutating func tell(_ notices: [RepositoryNotice]) {
        for notice in notices {
            if case .unreadablePerson = notice { unreadable += 1 }
            messages.warning(Self.text(of: notice))
        }
    }

    static func text(of notice: RepositoryNotice) -> String {
        switch notice {
        case .unreadablePerson(let page, let index, let reason):
            "page \(page), person \(index) (counted from 0): \(reason)"
        case .responseDiffers(let differences):
            "The server answered "
                + differences.map { "with \($0.parameter) \($0.answered), not \($0.asked)" }.joined(separator: "; ")
                + "."
        case .stale(let age, let cause):
            "Showing the contacts stored here, \(AgeText.text(of: age)) old: \(cause.message)"
        case .databaseSetAside(let path):
            "The database was damaged; it was set aside as \(path), and a new one begun."
        }
    }
}
