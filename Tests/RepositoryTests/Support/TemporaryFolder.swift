import Foundation
import Repository

/// Runs `body` with the path of a new folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
        chmod(folder, 0o700)
        try? FileManager.default.removeItem(atPath: folder)
    }
    return try await body(folder)
}

/// Runs `body` with the path of a file that does not exist, in a new folder.
func withDatabasePath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    try await withTemporaryFolder { try await body($0 + "/contacts.db") }
}

/// Runs `body` with an empty store, for which it is that many seconds after 1970.
func withDAO<Result>(
    at seconds: Double = 2000,
    _ body: (SQLiteContactDAO) async throws -> Result
) async throws -> Result {
    try await withDatabasePath { path in
        let dao = SQLiteContactDAO(path: path, now: { Date(timeIntervalSince1970: seconds) })
        let result = try await body(dao)
        await dao.close()
        return result
    }
}
