import CSQLite
import Primitives

/// An error of SQLite, with its message and the SQL but never the arguments.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    package let extendedCode: Int32
    package let message: String
    /// The SQL that failed, without its arguments.
    package var sql: String?
    /// The error number of the system behind a file that could not be opened, read or written; 0 when there is none.
    package var systemCode: Int32 = 0

    package var code: Int32 { extendedCode & 0xFF }

    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    package var isOutOfMemory: Bool { code == SQLITE_NOMEM }

    /// The file is damaged or not a database.
    package var isCorruption: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    /// The tables or columns are not those of this program's database, or hold what they cannot.
    package var isForeignSchema: Bool {
        switch code {
        case SQLITE_MISMATCH, SQLITE_SCHEMA: true
        case SQLITE_ERROR:
            ["no such table", "no such column", "has no column", "malformed", "vtable constructor failed"]
                .contains { message.contains($0) }
        default: false
        }
    }

    /// The file's content is the reason, not its location, a lock or this program.
    var isDamage: Bool {
        isCorruption || isForeignSchema || extendedCode == Self.shortRead
            || [SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_TOOBIG].contains(code)
    }

    /// Nothing can be written where the file is: the disk is full, or the file or folder must not be written.
    var isOfPlace: Bool { [SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code) }

    /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift cannot import: the file ends too early.
    private static let shortRead = SQLITE_IOERR | 2 << 8

    var lacksDescriptors: Bool { SystemLimit.isOfDescriptors(systemCode) }

    /// The statement was stopped because its task was cancelled.
    package var isInterruption: Bool { code == SQLITE_INTERRUPT }

    /// SQLite's message, the code and the SQL.
    package var description: String {
        "SQLite error \(extendedCode): \(message)" + (sql.map { " in “\($0)”" } ?? "")
    }
}

extension RepositoryError {
    /// Converts an error of SQLite to one for the user of the file.
    package init(_ error: SQLiteError, path: String) {
        switch error.code {
        case _ where error.lacksDescriptors:
            self.init(.inputOutput, "The database “\(path)” cannot be opened: \(SystemLimit.descriptors)")
        case _ where error.isForeignSchema: self.init(.unreadableDatabase, Self.damage(of: path, error.message))
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.databaseBusy, "Another process kept the database “\(path)” locked for too long; try again.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self.init(.unreadableDatabase, Self.damage(of: path, error.message))
        case SQLITE_FULL,
            _ where error.code == SQLITE_IOERR && error.systemCode == ENOSPC:
            self.init(.inputOutput, "The disk with the database “\(path)” is full; nothing was changed.")
        case SQLITE_READONLY:
            self.init(.inputOutput, "The database “\(path)” cannot be written; check its and its folder's permissions.")
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
            self.init(.inputOutput, "The database “\(path)” cannot be opened; check its and its folder's permissions.")
        case SQLITE_IOERR:
            self.init(.inputOutput, "The database “\(path)” cannot be read or written (\(error.message)).")
        case SQLITE_NOMEM: self.init(.internal, "There was not enough memory for the database “\(path)”.")
        default:
            self.init(
                .internal,
                "A database operation on “\(path)” failed because of a defect of this program: \(error)."
            )
        }
    }

    /// What is told of a damaged database.
    static func damage(of path: String, _ reason: String) -> String {
        "The database “\(path)” is damaged (\(reason)). Run contacts doctor --fix, which saves what can be read."
    }
}

/// Limits of the system that no permission explains.
package enum SystemLimit {
    /// What is told when no file descriptor is left.
    package static let descriptors = "too many open files. Close other programs, or raise the limit with ulimit -n."

    /// Whether the error number says that the process or the system has no file descriptor left.
    package static func isOfDescriptors(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }
}
