import Bloc
import Repository
import Services

/// Counts and clears fetched contacts, and then notifies all other blocs.
typealias CacheBloc = RepositoryLoadBloc<CacheEvent, CacheContent>

extension CacheBloc {
    static var key: BlocKey<CacheBloc> { BlocKey("cache") }

    convenience init(service: any CacheService, manager: BlocManager) {
        // Numbers that are requested after clearing are those of afterwards.
        self.init(key: Self.key, policy: .sequential) { event, _ in
            switch event {
            case .requested: return .overview(try await service.cacheOverview())
            case .cleared:
                let count = try await service.clearCache()
                manager.broadcast(ContactsChanged())
                return .cleared(count: count)
            }
        }
    }
}

/// The events of the cache bloc.
enum CacheEvent: Sendable {
    /// The numbers were requested.
    case requested
    /// Everything that can be fetched again should be cleared.
    case cleared
}

/// What the cache bloc shows.
///
/// Not `Encodable`, and so not recorded: a replay cannot clear again what is gone.
enum CacheContent: Equatable, Sendable {
    /// The numbers.
    case overview(CacheOverview)
    /// This many people were cleared.
    case cleared(count: Int)
}
