/// A failure of an operation in the data layer.
///
/// The message says what happened, with the value, and what to do; it contains neither personal data nor secrets, so
/// that it may be displayed and logged.
public struct RepositoryError: Error, Equatable, Codable, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers distinguish.
    public enum Code: String, Codable, Sendable {
        /// No contact has the given identifier or prefix.
        case notFound = "not-found"
        /// Several contacts have the given prefix; ``RepositoryError/candidates`` contains some of them.
        case ambiguous
        /// The caller passed an invalid value.
        case invalidInput = "invalid-input"
        /// A setting is invalid, such as an endpoint that isn't a URL.
        case invalidConfiguration = "invalid-configuration"
        /// The server couldn't be reached, didn't respond in time or closed the connection early.
        case network
        /// The server responded with an error or with unreadable content.
        case server
        /// The server asks the client to retry later (429).
        case rateLimited = "rate-limited"
        /// The server rejects this user (401, 403).
        case unauthorized
        /// The database file belongs to another program, is damaged, or was written by a newer version.
        case unreadableDatabase = "unreadable-database"
        /// Another process kept the database locked for too long.
        case databaseBusy = "database-busy"
        case cannotCreate = "cannot-create"
        /// A file can't be read or written, or the disk is full.
        case inputOutput = "input-output"
        /// A bug in this program.
        case `internal`
    }

    package var code: Code
    /// The problem and the remedy, in one or two sentences.
    package var message: String
    /// For ``Code/ambiguous``: the first matching contacts, at most 10.
    package var candidates: [Contact]

    package init(_ code: Code, _ message: String, candidates: [Contact] = []) {
        self.code = code
        self.message = message
        self.candidates = candidates
    }

    /// Creates an error for an invalid value that the caller passed.
    package static func invalid(_ message: String) -> RepositoryError { RepositoryError(.invalidInput, message) }

    static func noContact(_ id: ContactID) -> RepositoryError {
        RepositoryError(
            .notFound,
            "There is no contact “\(DisplaySafeText.line(id.rawValue, limit: 64))”. Find it with: contacts search"
        )
    }

    /// The message; candidates are left out, because they are personal data.
    public var description: String { message }
}

/// A problem that didn't prevent the operation but that the user should know about.
public enum RepositoryNotice: Equatable, Codable, Sendable {
    /// A person on the API's page `page` (from 1) couldn't be read and was skipped; `index` counts from 0.
    case unreadablePerson(page: Int, index: Int, reason: String)
    /// The server's response differs from the request in these parameters.
    case responseDiffers([ResponseDifference])
    /// The network failed, so the contacts are as old as `age`.
    case stale(age: Duration, cause: RepositoryError)
}

/// A parameter that has a different value in the server's response than in the request.
public struct ResponseDifference: Equatable, Codable, Sendable {
    /// The name of the parameter, such as `results`.
    package let parameter: String
    package let asked: String
    /// The value in the response, shortened and safe to display.
    package let answered: String
}
