import Bloc
import Repository
import Services

/// Finds contacts that are there twice, makes one of them, and tells all other blocs.
final class DuplicateBloc: Bloc {
    typealias Event = DuplicateEvent
    typealias State = DuplicateState

    static let key = BlocKey<DuplicateBloc>("duplicates")

    let runtime: BlocRuntime<DuplicateBloc>

    init(service: any DuplicateService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            bloc.on(policy: .sequential) { event, emit in
                emit(.working(read: 0, total: nil))
                do {
                    switch event {
                    case .searched:
                        let groups = try await service.duplicates { emit(.working(read: $0, total: $1)) }
                        emit(.found(groups))
                    case .previewed(let ids):
                        let (old, merged) = try await service.preview(ids)
                        emit(.preview(old: old, merged: merged))
                    case .merged(let groups, let title):
                        emit(.merged(try await service.merge(groups, title: title)))
                        manager.broadcast(ContactsChanged())
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}

extension DuplicateBloc {
    /// Adds an event, and waits for the state that comes of it.
    ///
    /// - Throws: The failure that the bloc shows; `CancellationError` when the event was not handled.
    func answer(_ event: DuplicateEvent) async throws -> DuplicateState {
        let outcome = await add(event).outcome
        switch state {
        case .found, .preview, .merged: return state
        case .failure(let error): throw error
        case .initial, .working:
            // The bloc was closed, or the command is cancelled.
            if case .failed(let error) = outcome { throw error }
            throw CancellationError()
        }
    }
}

/// What the search for duplicates is told.
enum DuplicateEvent: Codable, Sendable {
    /// All contacts are to be looked through.
    case searched
    /// What merging these would make was asked for.
    case previewed([ContactID])
    /// Each of these groups is to become its first contact; the title is that of the step of history.
    case merged([[ContactID]], title: String)
}

/// What the search for duplicates shows.
enum DuplicateState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Contacts are being read or merged; so many were read of all.
    case working(read: Int, total: Int?)
    /// The groups that look like one person each.
    case found([DuplicateGroup])
    /// The first contact as it is, and as it would be.
    case preview(old: Contact, merged: Contact)
    /// The contacts that others were merged into.
    case merged([Contact])
    /// Something went wrong; nothing was changed.
    case failure(RepositoryError)
}
