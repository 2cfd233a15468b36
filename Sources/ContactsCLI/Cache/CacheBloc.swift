import Bloc
import Repository
import Services

/// What was fetched: counts it and forgets it, and tells all other blocs.
final class CacheBloc: Bloc {
    typealias Event = CacheEvent
    typealias State = CacheState

    static let key = BlocKey<CacheBloc>("cache")

    let runtime: BlocRuntime<CacheBloc>

    init(service: any CacheService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            // Numbers that were asked for after clearing are those of afterwards.
            bloc.on(policy: .sequential) { event, emit in
                emit(.loading)
                do {
                    switch event {
                    case .requested: emit(.data(try await service.overview()))
                    case .cleared:
                        emit(.cleared(count: try await service.clear()))
                        manager.broadcast(ContactsChanged())
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}

/// What the view of what was fetched is told.
enum CacheEvent: Sendable {
    /// The numbers were asked for.
    case requested
    /// What can be fetched again is to be forgotten.
    case cleared
}

/// What the view of what was fetched shows.
///
/// Not `Encodable`, and so no part of recordings: what is forgotten cannot be forgotten again in a replay.
enum CacheState: Equatable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// It is being counted or forgotten.
    case loading
    /// The numbers.
    case data(CacheOverview)
    /// So many people were forgotten.
    case cleared(count: Int)
    /// It could not be read or forgotten; nothing was changed.
    case failure(RepositoryError)
}
