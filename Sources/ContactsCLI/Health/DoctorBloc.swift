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

/// What the examination is told.
enum DoctorEvent: Codable, Sendable {
    /// The program is to be examined.
    case requested(HealthRequest)
}

/// What the examination shows.
enum DoctorState: Codable, Equatable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// It goes on.
    case running
    /// What was found.
    case finished([HealthFinding])
    /// It could not be carried through.
    case failure(RepositoryError)
}
