import Repository
import RepositoryDoubles

/// The kinds of stores that share tests.
enum DAOKind: CaseIterable, Sendable {
    case memory
    case sqlite

    /// Runs `body` with an empty store.
    func with<Result>(_ body: (any ContactDAO) async throws -> Result) async throws -> Result {
        switch self {
        case .memory: try await body(InMemoryContactDAO())
        case .sqlite:
            try await withDatabasePath { path in
                let dao = SQLiteContactDAO(path: path)
                let result = try await body(dao)
                await dao.close()
                return result
            }
        }
    }
}
