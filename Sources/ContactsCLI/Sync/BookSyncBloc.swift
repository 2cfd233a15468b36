import Bloc
import BlocKit
import BookSync
import Primitives
import Repository
import Services

/// Synchronizes a book with its two-way source and shows how far it is.
typealias BookSyncBloc = LoadBloc<BookSyncEvent, BookSyncContent, BookSyncFailure>

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
            failure: { error, _ in BookSyncFailure(error) },
            load: { event, emit in
                switch event {
                case .requested(let request):
                    let report = try await service.synchronize(request, ask: ask) { emit.loading(.progress($0)) }
                    if !request.isTrial { manager.broadcast(ContactsChanged()) }
                    return .finished(report)
                }
            }
        )
    }
}

enum BookSyncEvent: Codable, Sendable {
    /// One pass was requested; does nothing while one runs.
    case requested(BookSyncRequest)
}

enum BookSyncContent: Equatable, Codable, Sendable {
    case progress(SyncPassProgress)
    case finished(SyncReport)
}

/// The reason that a pass stopped; its changes so far stay, and the next one continues.
enum BookSyncFailure: Error, Equatable, Codable, Sendable {
    /// It would have removed too much.
    case refused(String)
    /// The source failed; the last lines stand below the message, and the time is when to try again, if it said so.
    case source(ExitStatus, String, [String], Date?)
    case store(RepositoryError)

    init(_ error: any Error) {
        switch error {
        case let error as SyncRefusal: self = .refused(error.message)
        case let error as CardSourceError:
            self = .source(Self.status(of: error.code), error.message, [], error.retryAfter)
        case let error as Failure: self = .source(error.status, error.message, error.details, nil)
        default: self = .store(RepositoryError(shown: error))
        }
    }

    private static func status(of code: CardSourceError.Code) -> ExitStatus {
        switch code {
        case .authentication, .forbidden, .readOnly: .noPermission
        case .unavailable: .unavailable
        case .quota, .conflict: .tryAgain
        case .missing, .gone: .noInput
        case .badAnswer, .invalidCard, .tooLarge: .badData
        }
    }

    /// The time of the next attempt, if the source gave one.
    var retryAfter: Date? {
        if case .source(_, _, _, let date) = self { date } else { nil }
    }

    /// The error as the program reports it.
    var error: any Error {
        switch self {
        case .refused(let message): Failure(.noPermission, message)
        case .source(let status, let message, let details, _): Failure(status, message, details: details)
        case .store(let error): error
        }
    }
}
