import BookSync
import Exchange
import Primitives
import Repository
import TerminalUI

/// An error as shown to the user: the only place that turns errors into messages and exit codes.
struct Failure: Error, Equatable, Codable, Sendable {
    var status: ExitStatus
    /// The message and the advice; empty if nothing is printed.
    var message: String
    /// Lines below the message, such as the candidates of an ambiguous selection.
    var details: [String] = []
    /// The time of the next attempt, if the server named one.
    var retryAfter: Date?

    init(_ status: ExitStatus, _ message: String, details: [String] = []) {
        self.status = status
        self.message = message
        self.details = details
    }

    init(_ error: any Error) {
        switch error {
        case let error as Failure:
            self = error
        case let error as RepositoryError:
            self.init(Self.status(of: error.code), error.message, details: error.candidates.map(Self.line))
        case let error as ExchangeError:
            self.init(.usage, error.message)
        case let error as SyncRefusal:
            self.init(.noPermission, error.message)
        case let error as CardSourceError:
            self.init(Self.status(of: error.code), error.message)
            retryAfter = error.retryAfter
        case let error as ConfigurationError:
            self.init(error.isUsage ? .usage : .configuration, error.description)
        case let error as TerminalError:
            self.init(error.code == .notATerminal ? .usage : .unavailable, error.message)
        case .brokenPipe as OutputError:
            self.init(.brokenPipe, "")
        case .failed(let reason) as OutputError:
            self.init(.inputOutput, "The output could not be written: \(reason).")
        case is CancellationError:
            self.init(.interrupted, "")
        default:
            self.init(.defect, "An unexpected error occurred (\(type(of: error))). Please report it.")
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

    private static func status(of code: CardSourceError.Code) -> ExitStatus {
        switch code {
        case .authentication, .forbidden, .readOnly: .noPermission
        case .unavailable: .unavailable
        case .quota, .conflict: .tryAgain
        case .missing, .gone: .noInput
        case .badAnswer, .invalidCard, .tooLarge: .badData
        }
    }

    private static func line(for candidate: Contact) -> String {
        "\(candidate.id)  \(ContactNames.distinctName(of: candidate))"
    }
}

/// The exit statuses, the same for every command.
enum ExitStatus: Int32, Codable, Sendable {
    /// Done, possibly with an empty result.
    case success = 0
    /// The contact or other item doesn't exist, or the user declined.
    case failure = 1
    /// Partly done: some items could not be read or changed.
    case partial = 2
    /// The command line cannot be understood, or a selection is ambiguous.
    case usage = 64
    /// Data can't be read, or the database is damaged, newer, or belongs to another program.
    case badData = 65
    case noInput = 66
    /// The network or the server failed.
    case unavailable = 69
    case defect = 70
    case cannotCreate = 73
    /// A file can't be read or written, or the output is closed or its disk is full.
    case inputOutput = 74
    case tryAgain = 75
    /// The server denies access to this user.
    case noPermission = 77
    case configuration = 78
    /// Stopped because the terminal was closed (SIGHUP).
    case hungUp = 129
    /// Stopped by an interrupt (Ctrl-C).
    case interrupted = 130
    case quit = 131
    /// The reader of the output exited.
    case brokenPipe = 141
    /// Stopped by a termination request (SIGTERM).
    case terminated = 143

    /// The stable name in JSON errors: the case's name, hyphenated.
    var code: String {
        String(describing: self).reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }
}

/// Prints notices about pages and synchronizations, and counts unreadable people.
struct NoticeReport {
    private(set) var unreadable = 0

    let messages: MessagePrinter

    /// The exit status if nothing else failed.
    var status: ExitStatus { unreadable == 0 ? .success : .partial }

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
        }
    }
}

/// Writes an error as one line of JSON, for programs that requested JSON.
enum ErrorJSON {
    /// Returns the line, safe for a terminal.
    ///
    /// `hint` is the advice; it defaults to the part of the message after its first sentence.
    static func line(_ failure: Failure, hint: String? = nil) -> String {
        let hint = hint ?? advice(in: failure.message)
        let value = OutputValue.object([
            (
                "error",
                .object([
                    ("code", .text(failure.status.code)), ("status", .number(Int(failure.status.rawValue))),
                    ("message", .text(failure.message)), ("hint", OutputValue(hint)),
                    ("details", OutputValue(failure.details)),
                ])
            )
        ])
        var bytes: [UInt8] = []
        JSONText(isForTerminal: true).append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text after the first sentence, or after a semicolon in it; quoted text is skipped.
    private static func advice(in message: String) -> String? {
        var isQuoted = false
        var last: Character = " "
        var clause: Substring?
        for (index, character) in zip(message.indices, message) {
            switch character {
            case "“": isQuoted = true
            case "”": isQuoted = false
            case " " where !isQuoted && ".?;".contains(last):
                let rest = message[message.index(after: index)...]
                if last == ";" { clause = rest } else if rest.first?.isUppercase == true { return String(rest) }
            default: break
            }
            last = character
        }
        return clause.map { String($0) }
    }
}
