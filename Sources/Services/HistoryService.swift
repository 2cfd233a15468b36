public import Repository

/// Undoes and redoes steps of the user's work.
public protocol HistoryService: Sendable {
    /// Undoes at most `steps` of the last steps that aren't undone, and returns them; empty if there is nothing to undo.
    func undo(steps: Int) async throws -> [HistoryStep]

    /// Redoes at most `steps` undone steps, and returns them; empty if there is nothing to redo.
    func redo(steps: Int) async throws -> [HistoryStep]

    /// Returns the last steps, the last first, including undone ones.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Returns what a step changed in its first `limit` contacts.
    func step(_ id: Int64, limit: Int) async throws -> HistoryDetail
}

/// The history of a repository; refuses a number of steps below 1.
public struct RepositoryHistoryService: HistoryService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Undoes steps.
    public func undo(steps: Int) async throws -> [HistoryStep] {
        try Self.check(steps)
        return try await repository.undo(steps: steps)
    }

    /// Redoes undone steps.
    public func redo(steps: Int) async throws -> [HistoryStep] {
        try Self.check(steps)
        return try await repository.redo(steps: steps)
    }

    /// Lists steps.
    public func history(limit: Int) async throws -> [HistoryStep] {
        try Self.check(limit)
        return try await repository.history(limit: limit)
    }

    /// Returns what a step changed.
    public func step(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        guard limit >= 1 else {
            throw RepositoryError(.invalidInput, "\(limit) is not a number of contacts. Give 1 or more.")
        }
        return try await repository.historyStep(id, limit: limit)
    }

    private static func check(_ count: Int) throws {
        guard count >= 1 else {
            throw RepositoryError(.invalidInput, "\(count) is not a number of steps. Give 1 or more.")
        }
    }
}
