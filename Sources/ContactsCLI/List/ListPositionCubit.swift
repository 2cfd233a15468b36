import Bloc
import BlocFiles
import BlocKit
import Repository

/// Remembers where the last list stopped, in this run and in those after it.
final class ListPositionCubit: Cubit {
    typealias State = ListPositionState

    static let key = BlocKey<ListPositionCubit>("list-position")

    let runtime: CubitRuntime<ListPositionCubit>
    private let emit: CubitEmitter<ListPositionCubit>

    init(storage: any HydrationStorage, errors: ErrorService) {
        (runtime, emit) = CubitRuntime.make(initialState: ListPositionState(), name: Self.key.name) { cubit in
            cubit.hydrate(CodableHydration(key: Self.key.name, storage: storage, saving: \.last))
            cubit.observer = ErrorReporter(errors: errors)
        }
    }

    /// A list stopped at the position, and everything before it was printed.
    func stopped(at position: ListPosition) {
        emit(ListPositionState(last: position))
    }
}
/// The state of lists that is kept for the next run.
///
/// Not `Encodable`, and so not recorded: a replay has no earlier run.
struct ListPositionState: Equatable, Sendable {
    /// The position where the last list stopped; `nil` before the first list.
    var last: ListPosition?
}

/// The position where a list stopped, with everything that is needed to continue it.
struct ListPosition: Codable, Equatable, Sendable {
    var order: ListOrder
    var choice: FilterChoice
    /// The maximum number of contacts that was requested; `nil` is all.
    var limit: Int?
    /// The cursor of the next contact; `nil` when all were listed.
    var next: String?
}

/// The error for a bloc's state that couldn't be read or saved.
struct PersistenceNotice: DisplayableError, LoggableError {
    let error: HydrationError

    var title: String { "Not remembered" }

    var message: String {
        let what =
            switch error.code {
            case .unreadable: "What was remembered of the last list cannot be read"
            case .newerVersion: "What was remembered of the last list is of a newer version of this program"
            case .corrupt, .cannotMoveAside: "What was remembered of the last list is damaged"
            default: "Where the list stopped is not remembered"
            }
        guard let cause = error.underlying as? RepositoryError else { return what + "." }
        return "\(what): \(cause.message)"
    }

    var recovery: String? { nil }

    var level: ErrorLevel { .warning }

    var details: String { error.description }
}
