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

    /// Creates an empty store in a file of its own.
    package static func temporary() -> SQLiteContactDAO {
        SQLiteContactDAO(path: "\(folder)/\(UUID().uuidString).db")
    }
}

extension CachingContactRepository {
    /// Creates a repository without an API, over an empty store.
    package static func temporary() -> CachingContactRepository {
        CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: nil, pageSize: 1)
    }
}
