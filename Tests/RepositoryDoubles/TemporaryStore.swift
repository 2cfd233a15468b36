import Foundation
package import Repository

extension SQLiteContactDAO {
    /// A folder for the stores of this process, which is removed when it ends.
    private static let folder: String = {
        let path = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: SQLiteContactDAO.folder) }
        return path
    }()

    /// Creates an empty store in a file of its own, for which it is that many seconds after 1970, if any are given.
    package static func temporary(at seconds: Double? = nil) -> SQLiteContactDAO {
        let now = { @Sendable in seconds.map { Date(timeIntervalSince1970: $0) } ?? Date() }
        return SQLiteContactDAO(path: temporaryPath(), now: now)
    }

    package static func temporaryPath() -> String { "\(folder)/\(UUID().uuidString).db" }
}

extension CachingContactRepository {
    package static func temporary() -> CachingContactRepository {
        CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: nil, pageSize: 1)
    }
}
