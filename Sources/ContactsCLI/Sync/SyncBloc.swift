import Bloc
import BlocKit
import Repository
import Services

/// Fills the store from the API and shows how far it is; the content is what was stored last.
typealias SyncBloc = LoadBloc<SyncEvent, SyncProgress, SyncFailure>

extension SyncBloc {
    static var key: BlocKey<SyncBloc> { BlocKey("sync") }

    convenience init(service: any SyncService) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { SyncFailure(error: RepositoryError(shown: $0), stored: $1) },
            load: { event, emit in
                switch event {
                case .requested(let request):
                    var last: SyncProgress?
                    for try await progress in service.synchronize(request) {
                        last = progress
                        emit.loading(progress)
                    }
                    return last
                }
            }
        )
    }
}

enum SyncEvent: Codable, Sendable {
    /// People were requested; does nothing while a synchronization runs.
    case requested(SyncRequest)
}

struct SyncFailure: Error, Equatable, Codable, Sendable {
    var error: RepositoryError
    /// The progress before the error, which stays stored; `nil` if nothing was stored.
    var stored: SyncProgress?
}
