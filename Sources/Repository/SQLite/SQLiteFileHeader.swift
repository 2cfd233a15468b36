import CSQLite
import Foundation

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
