import Bloc
import BlocKit
import BookSync
import Services

/// Synchronizes a book with its two-way source and shows how far it is.
///
/// A request is one pass, and does nothing while one runs. A failed pass keeps what it has done, and the next one goes on
/// from there.
typealias BookSyncBloc = LoadBloc<RequestEvent<BookSyncRequest>, BookSyncContent, Failure>

extension BookSyncBloc {
    static var key: BlocKey<BookSyncBloc> { BlocKey("book-sync") }

    /// Creates a bloc; `ask` is `nil` where no user can be asked about a conflict.
    convenience init(
        service: any BookSyncService,
        manager: BlocManager,
        ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])? = nil
    ) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { error, _ in Failure(error) },
            load: { event, emit in
                let report = try await service.synchronize(event.request, ask: ask) { emit.loading(.progress($0)) }
                if !event.request.isTrial { manager.broadcast(ContactsChanged()) }
                return .finished(report)
            }
        )
    }
}

enum BookSyncContent: Equatable, Codable, Sendable {
    case progress(SyncPassProgress)
    case finished(SyncReport)
}
