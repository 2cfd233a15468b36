import Bloc
import Repository
import Services

/// The examination of the program.
final class DoctorBloc: Bloc {
    typealias Event = DoctorEvent
    typealias State = DoctorState

    static let key = BlocKey<DoctorBloc>("doctor")

    let runtime: BlocRuntime<DoctorBloc>

    init(service: any HealthService) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            // What is being repaired must not be examined at the same time.
            bloc.on(policy: .sequential) { event, emit in
                emit(.running)
                do {
                    switch event {
                    case .requested(let request): emit(.finished(try await service.examine(request)))
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}
