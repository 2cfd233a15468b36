import Bloc
import Repository
import Services

/// Fills the store from the API and shows how far that is.
final class SyncBloc: Bloc {
    typealias Event = SyncEvent
    typealias State = SyncState

    static let key = BlocKey<SyncBloc>("sync")

    let runtime: BlocRuntime<SyncBloc>

    init(service: any SyncService) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            bloc.on(policy: .droppable) { event, emit in
                switch event {
                case .requested(let request):
                    try await Self.synchronize(request, with: service, emit)
                }
            }
        }
    }

    private static func synchronize(
        _ request: SyncRequest,
        with service: any SyncService,
        _ emit: Emitter<SyncBloc>
    ) async throws {
        emit(.running(nil))
        var last: SyncProgress?
        do {
            for try await progress in service.synchronize(request) {
                last = progress
                emit(.running(progress))
            }
            // A cancelled stream ends like a complete one.
            try Task.checkCancellation()
            emit(.finished(last))
        } catch {
            emit(.failure(try RepositoryError.unlessCancelled(error), stored: last))
        }
    }
}
