import Bloc
import BlocFiles
import BlocKit

/// Remembers whether the user was told that the people of the server inside this program are invented.
final class DemonstrationCubit: Cubit {
    typealias State = DemonstrationState

    static let key = BlocKey<DemonstrationCubit>("demonstration")

    /// The notice that is shown once for each store.
    static let notice =
        "These people are invented: they come from the server inside this program, as a demonstration. What you "
        + "add or import goes into a book of your own."

    let runtime: CubitRuntime<DemonstrationCubit>
    private let emit: CubitEmitter<DemonstrationCubit>

    init(storage: any HydrationStorage, errors: ErrorService) {
        (runtime, emit) = CubitRuntime.make(initialState: DemonstrationState(), name: Self.key.name) { cubit in
            cubit.hydrate(CodableHydration(key: Self.key.name, storage: storage, saving: \.isTold))
            cubit.observer = ErrorReporter(errors: errors)
        }
    }

    func told() {
        emit(DemonstrationState(isTold: true))
    }
}

/// The state that is kept for the next run; not `Encodable`, and so not recorded: a replay has no earlier run.
struct DemonstrationState: Equatable, Sendable {
    var isTold = false
}
