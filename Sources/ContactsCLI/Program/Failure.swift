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
