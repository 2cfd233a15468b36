import Bloc
import Repository
import Services

/// The history of changes: lists steps, undoes and redoes them, and then notifies all other blocs.
typealias HistoryBloc = RepositoryLoadBloc<HistoryEvent, HistoryContent>

extension HistoryBloc {
    static var key: BlocKey<HistoryBloc> { BlocKey("history") }

    convenience init(service: any HistoryService, manager: BlocManager) {
        @Sendable func turn(_ count: Int, isUndone: Bool) async throws -> [HistoryStep] {
            let steps = try await service.turn(steps: count, isUndone: isUndone)
            if !steps.isEmpty { manager.broadcast(ContactsChanged()) }
            return steps
        }
        // Every request counts: two undo requests undo two steps.
        self.init(key: Self.key, policy: .sequential) { event, _ in
            switch event {
            case .requested(let limit, let showsChanges):
                return .listed(
                    try await showsChanges
                        ? HistoryStep.history(of: service, limit: limit) : service.history(limit: limit)
                )
            case .nextRequested(let count, let isUndone):
                return .listed(try await service.nextSteps(count, isUndone: isUndone))
            case .undoRequested(let count):
                return .undone(try await turn(count, isUndone: false))
            case .redoRequested(let count):
                return .redone(try await turn(count, isUndone: true))
            case .revisionsRequested(let id):
                return .revised(try await service.revisions(of: id))
            case .stepRequested(let id, let limit):
                return .detailed(try await service.step(id, limit: limit))
            }
        }
    }
}

enum HistoryEvent: Codable, Sendable {
    /// The latest steps were requested, optionally with the values they replaced.
    case requested(limit: Int, showsChanges: Bool = false)
    case nextRequested(steps: Int, isUndone: Bool)
    case undoRequested(steps: Int)
    case redoRequested(steps: Int)
    /// The steps that changed a contact were requested.
    case revisionsRequested(ContactID)
    /// The details of a step were requested, limited to its first contacts.
    case stepRequested(Int64, limit: Int)
}

enum HistoryContent: Equatable, Codable, Sendable {
    /// The steps, newest first.
    case listed([HistoryStep])
    /// The undone steps in the order they were undone; empty if there was nothing to undo.
    case undone([HistoryStep])
    /// The redone steps in the order they were redone; empty if there was nothing to redo.
    case redone([HistoryStep])
    case detailed(HistoryDetail)
    /// The steps that changed a contact, newest first.
    case revised([ContactRevision])

    var steps: [HistoryStep] {
        switch self {
        case .listed(let steps), .undone(let steps), .redone(let steps): steps
        case .detailed(let detail): [detail.step]
        case .revised(let revisions): revisions.map(\.step)
        }
    }
}
