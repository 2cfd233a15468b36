import Bloc
import Repository

/// The state of a bloc could not be read or saved, as the user is told.
struct StateNotKept: DisplayableError, LoggableError {
    /// What the runtime said.
    let error: HydrationError

    var title: String { "Not remembered" }

    var message: String {
        let what =
            switch error.code {
            case .unreadable: "What was remembered of the last list cannot be read"
            case .newerVersion: "What was remembered of the last list is of a newer version of this program"
            case .corrupt, .cannotMoveAside: "What was remembered of the last list makes no sense"
            default: "Where the list stopped is not remembered"
            }
        guard let cause = error.underlying as? RepositoryError else { return what + "." }
        return "\(what): \(cause.message)"
    }

    var recovery: String? { nil }

    var level: ErrorLevel { .warning }

    var details: String { error.description }
}
