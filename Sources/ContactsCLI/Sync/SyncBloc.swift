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

/// What a synchronisation is told.
enum SyncEvent: Codable, Sendable {
    /// People were asked for; does nothing while a synchronisation runs.
    case requested(SyncRequest)
}

/// How far a synchronisation is.
enum SyncState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Pages are being fetched; `nil` before the first is stored.
    case running(SyncProgress?)
    /// All is stored; `nil` when there was nothing to fetch.
    case finished(SyncProgress?)
    /// Something went wrong; what was stored before stays.
    case failure(RepositoryError, stored: SyncProgress?)
}
