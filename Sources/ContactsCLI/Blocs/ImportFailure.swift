import Repository

/// Why an import stored nothing.
enum ImportFailure: Equatable, Codable, Sendable {
    /// A file could not be read.
    case file(ExitStatus, String)
    /// The store could not be written.
    case store(RepositoryError)

    /// The failure as the program tells it.
    var error: any Error {
        switch self {
        case .file(let status, let message): Failure(status, message)
        case .store(let error): error
        }
    }
}
