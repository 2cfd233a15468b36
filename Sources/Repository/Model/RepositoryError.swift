/// Why the data layer could not do what was asked.
///
/// The message says what happened, with the value, and what to do; it holds neither personal data nor secrets, so that it
/// may be shown and logged.
public struct RepositoryError: Error, Equatable, Codable, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers tell apart.
    public enum Code: String, Codable, Sendable {
        /// No contact has the given identifier or prefix.
        case notFound = "not-found"
        /// Several contacts have the given prefix; ``RepositoryError/candidates`` names some.
        case ambiguous
        /// A value that the caller gave is not valid.
        case invalidInput = "invalid-input"
        /// A setting cannot be used, such as an endpoint that is no URL.
        case invalidConfiguration = "invalid-configuration"
        /// The server could not be reached, did not answer in time or broke off.
        case network
        /// The server answered with a failure or with something that cannot be read.
        case server
        /// The server asks to come back later (429).
        case rateLimited = "rate-limited"
        /// The server refuses this user (401, 403).
        case unauthorized
        /// The database file is not ours, damaged, or of a newer version.
        case unreadableDatabase = "unreadable-database"
        /// Another process kept the database busy for too long.
        case databaseBusy = "database-busy"
        case cannotCreate = "cannot-create"
        /// A file cannot be read or written, the disk is full.
        case inputOutput = "input-output"
        /// A defect of this program.
        case `internal`
    }

    package var code: Code
    /// What happened and what to do, one or two sentences.
    package var message: String
    /// With ``Code/ambiguous``: the first contacts that fit, at most 10.
    package var candidates: [Contact]

    package init(_ code: Code, _ message: String, candidates: [Contact] = []) {
        self.code = code
        self.message = message
        self.candidates = candidates
    }

    static func noContact(_ id: ContactID) -> RepositoryError {
        RepositoryError(
            .notFound,
            "There is no contact “\(DisplaySafeText.line(id.rawValue, limit: 64))”. Look for it with: contacts search"
        )
    }

    /// The message; candidates, being personal data, are left out.
    public var description: String { message }
}

/// Something that did not stop the work but that the user should know.
public enum RepositoryNotice: Equatable, Codable, Sendable {
    /// A person of the API's page `page` (1 is the first) could not be read and was skipped; `index` counts from 0.
    case unreadablePerson(page: Int, index: Int, reason: String)
    /// The server says that it sent something else than was asked for, in these parameters.
    case responseDiffers([ResponseDifference])
    /// The network failed, so that the contacts are as old as `age`.
    case stale(age: Duration, cause: RepositoryError)
}

/// A parameter to which the server gave another value than the request.
public struct ResponseDifference: Equatable, Codable, Sendable {
    /// The name of the parameter, such as `results`.
    package let parameter: String
    package let asked: String
    /// The value in the answer, shortened and safe to show.
    package let answered: String

    package init(parameter: String, asked: String, answered: String) {
        self.parameter = parameter
        self.asked = asked
        self.answered = answered
    }
}
