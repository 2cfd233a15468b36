import Bloc
import Foundation
import Repository

/// Remembers where the last list stopped, in this run and in those after it.
final class ListPositionCubit: Cubit {
    typealias State = ListPositionState

    static let key = BlocKey<ListPositionCubit>("list-position")

    let runtime: CubitRuntime<ListPositionCubit>
    private let emit: CubitEmitter<ListPositionCubit>

    init(storage: any HydrationStorage, errors: ErrorService) {
        (runtime, emit) = CubitRuntime.make(initialState: ListPositionState(), name: Self.key.name) { cubit in
            cubit.hydrate(ListPositionState.hydration(in: storage))
            cubit.onError { error, _, _ in errors.report(error) }
        }
    }

    /// A list stopped at the position, and everything before it was printed.
    func stopped(at position: ListPosition) {
        emit(ListPositionState(last: position))
    }
}
/// What is remembered of lists from one run to the next.
///
/// Not `Encodable`, and so no part of recordings: what one run remembers of another cannot be replayed.
struct ListPositionState: Equatable, Sendable {
    /// Where the last list stopped; `nil` before there was one.
    var last: ListPosition?

    /// How the state is kept: as JSON, whose keys have one order so that equal states have equal bytes.
    static func hydration(in storage: any HydrationStorage) -> Hydration<ListPositionState> {
        Hydration(key: "list-position", storage: storage) { state in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return Array(try encoder.encode(state.last))
        } decode: { bytes, _ in
            ListPositionState(last: try JSONDecoder().decode(ListPosition?.self, from: Data(bytes)))
        }
    }
}

/// Where a list stopped, and everything that is needed to go on with it.
struct ListPosition: Codable, Equatable, Sendable {
    /// The order.
    var order: ListOrder
    /// Who is wanted.
    var choice: FilterChoice
    /// How many contacts were asked for; `nil` is everybody.
    var limit: Int?
    /// Where the next contact is; `nil` when all were listed.
    var next: String?
}

/// The state of a bloc could not be read or saved, as the user is told.
struct PersistenceNotice: DisplayableError, LoggableError {
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
