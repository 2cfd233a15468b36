import Bloc
import Repository
import Services

/// The numbers of everything that is stored.
final class OverviewBloc: Bloc {
    typealias Event = OverviewEvent
    typealias State = OverviewState

    static let key = BlocKey<OverviewBloc>("overview")

    let runtime: BlocRuntime<OverviewBloc>

    init(service: any OverviewService) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            // Whoever asks again wants the numbers of now.
            bloc.on(policy: .restartable) { event, emit in
                emit(.loading)
                do {
                    switch event {
                    case .requested: emit(.data(try await service.overview()))
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}
