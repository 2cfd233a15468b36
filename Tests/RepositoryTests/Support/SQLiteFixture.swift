import Foundation
import Repository

/// Runs `body` with a connection to a new, empty database, and its path.
func withSQLiteConnection<Result>(_ body: (SQLiteConnection, String) throws -> Result) async throws -> Result {
    try await withDatabasePath { path in
        try Data().write(to: URL(fileURLWithPath: path))
        return try body(SQLiteConnection(path: path, mode: .readWrite), path)
    }
}
