import CSQLite
import Foundation
import Synchronization

/// A numbered step from one form of the database to the next; its number is `user_version` after it.
package struct SQLiteMigration: Sendable {
    /// The version that the step makes.
    package let version: Int64
    private let body: @Sendable (SQLiteConnection) throws -> Void

    package init(_ version: Int64, _ body: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        self.version = version
        self.body = body
    }

    package init(_ version: Int64, sql: String) {
        self.init(version) { try $0.execute(sql) }
    }

    /// Takes the database through the steps that it has not taken, all or none.
    ///
    /// Another process may do the same at this moment: the second one waits for the first and finds nothing left to do.
    package static func migrate(_ connection: SQLiteConnection, applicationID: Int64, steps: [Self]) throws {
        try connection.write {
            let version = try connection.integer("PRAGMA user_version")
            for step in steps where step.version > version {
                try step.body(connection)
                try connection.execute("PRAGMA user_version = \(step.version)")
            }
            try connection.execute("PRAGMA application_id = \(applicationID)")
        }
    }
}

/// What the first bytes of a file say, read before SQLite opens it, which might write to a file that is not ours.
package enum SQLiteFileHeader: Equatable {
    /// There is no file.
    case missing
    /// The file is empty, as one that was just created.
    case empty
    /// A database with this `application_id`.
    case database(applicationID: Int64)
    /// Something else.
    case foreign
    /// The file is there, but cannot be read, for this reason.
    case unreadable(errno: Int32)

    /// Reads the header of the file.
    package static func read(_ path: String) -> Self {
        var information = stat()
        guard stat(path, &information) == 0 else { return errno == ENOENT ? .missing : .unreadable(errno: errno) }
        // A folder cannot be read, and a pipe or a terminal has no beginning to look at.
        guard information.st_mode & S_IFMT == S_IFREG else { return .foreign }
        guard information.st_size > 0 else { return .empty }
        guard access(path, R_OK) == 0 else { return .unreadable(errno: errno) }
        _ = SQLiteLibrary.isUncounted
        var bytes = [UInt8](repeating: 0, count: 100)
        var count: Int32 = 0
        guard csqlite_read_start(path, &bytes, 100, &count) == SQLITE_OK else { return .unreadable(errno: EIO) }
        guard count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return .foreign }
        let id = bytes[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .database(applicationID: Int64(Int32(bitPattern: id)))
    }
}

/// Makes the file of a database, readable by its owner only from its first moment on.
enum DatabaseFile {
    private static let creation = Mutex(())

    /// Makes the file and the folders above it, as far as they are missing.
    static func create(_ path: String) throws {
        // Under the lock, too: a file that is there may be one that is just being made.
        guard !path.isEmpty, creation.withLock({ _ in access(path, F_OK) }) != 0 else { return }
        try createFolder((path as NSString).deletingLastPathComponent)
        // Closing the file ends all locks that this process has on it; nobody here may have opened it before that.
        let code = creation.withLock { _ in
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return errno }
            close(descriptor)
            return 0
        }
        // Or another process was faster.
        guard code != 0, code != EEXIST else { return }
        throw RepositoryError(
            .cannotCreate,
            "The database “\(path)” cannot be created: \(String(cString: strerror(code)))."
        )
    }

    private static func createFolder(_ path: String) throws {
        guard !path.isEmpty, path != "/", access(path, F_OK) != 0 else { return }
        try createFolder((path as NSString).deletingLastPathComponent)
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw RepositoryError(
            .cannotCreate,
            "The folder “\(path)” cannot be created: \(String(cString: strerror(errno)))."
        )
    }
}
