import Bloc
import BlocKit
import Repository
import Services

/// Fills the store from the API and shows how far it is; the content is what was stored last.
///
/// A request does nothing while a synchronization runs.
typealias SyncBloc = LoadBloc<RequestEvent<SyncRequest>, SyncProgress, SyncFailure>

extension SyncBloc {
    static var key: BlocKey<SyncBloc> { BlocKey("sync") }

    convenience init(service: any SyncService) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { SyncFailure(error: RepositoryError(shown: $0), stored: $1) },
            load: { event, emit in
                var last: SyncProgress?
                for try await progress in service.synchronize(event.request) {
                    last = progress
                    emit.loading(progress)
                }
                return last
            }
        )
    }
}

struct SyncFailure: Error, Equatable, Codable, Sendable {
    var error: RepositoryError
    /// The progress before the error, which stays stored; `nil` if nothing was stored.
    var stored: SyncProgress?
}
