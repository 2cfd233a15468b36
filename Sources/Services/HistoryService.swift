public import Repository

/// Takes steps of the user's work back, and does them again.
public protocol HistoryService: Sendable {
    /// Undoes the last steps that are not undone, at most `steps`; none when there is nothing to undo.
    func undo(steps: Int) async throws -> [HistoryStep]

    /// Does again what was undone, at most `steps`; none when there is nothing to do again.
    func redo(steps: Int) async throws -> [HistoryStep]

    /// Lists the last steps, the last first, undone ones too.
    func history(limit: Int) async throws -> [HistoryStep]
}

/// The history of a repository.
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

    /// Does undone steps again.
    public func redo(steps: Int) async throws -> [HistoryStep] {
        try Self.check(steps)
        return try await repository.redo(steps: steps)
    }

    /// Lists steps.
    public func history(limit: Int) async throws -> [HistoryStep] {
        try Self.check(limit)
        return try await repository.history(limit: limit)
    }

    private static func check(_ count: Int) throws {
        guard count >= 1 else {
            throw RepositoryError(.invalidInput, "\(count) is no number of steps; give 1 or more.")
        }
    }
}
