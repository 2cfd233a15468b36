import Bloc
import Repository
import Services

/// The history of what the user changed: lists it, takes steps back and does them again, and tells all other blocs.
final class HistoryBloc: Bloc {
    typealias Event = HistoryEvent
    typealias State = HistoryState

    static let key = BlocKey<HistoryBloc>("history")

    let runtime: BlocRuntime<HistoryBloc>

    init(service: any HistoryService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            // Each request counts: two to undo are two steps.
            bloc.on(policy: .sequential) { event, emit in
                emit(.loading)
                do {
                    switch event {
                    case .requested(let limit):
                        emit(.listed(try await service.history(limit: limit)))
                    case .undoRequested(let count):
                        let steps = try await service.undo(steps: count)
                        emit(.undone(steps))
                        if !steps.isEmpty { manager.broadcast(ContactsChanged()) }
                    case .redoRequested(let count):
                        let steps = try await service.redo(steps: count)
                        emit(.redone(steps))
                        if !steps.isEmpty { manager.broadcast(ContactsChanged()) }
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}

/// What the history of changes is told.
enum HistoryEvent: Codable, Sendable {
    /// The last steps were asked for.
    case requested(limit: Int)
    /// The last steps are to be taken back.
    case undoRequested(steps: Int)
    /// The steps that were taken back last are to be done again.
    case redoRequested(steps: Int)
}

/// What the history of changes shows.
enum HistoryState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The history is being read or walked.
    case loading
    /// The steps, the last first.
    case listed([HistoryStep])
    /// The steps that were taken back, in that order; none when there was nothing to undo.
    case undone([HistoryStep])
    /// The steps that were done again, in that order; none when there was nothing to do again.
    case redone([HistoryStep])
    /// The history could not be read or walked; nothing was changed.
    case failure(RepositoryError)
}
