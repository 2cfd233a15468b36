import CSQLite

/// An error of SQLite, with its message and the SQL but never the arguments.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The extended result code.
    package let extendedCode: Int32
    /// SQLite's message.
    package let message: String
    /// The SQL that failed, without its arguments.
    package let sql: String?

    package init(extendedCode: Int32, message: String, sql: String? = nil) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// The primary result code.
    package var code: Int32 { extendedCode & 0xFF }

    /// Whether another connection holds a lock.
    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    /// The file is damaged or not a database.
    package var isCorruption: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

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
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.databaseBusy, "Another process kept the database “\(path)” locked for too long; try again.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self.init(
                .unreadableDatabase,
                "The database “\(path)” is damaged (\(error.message)). A sync renames it and creates a new one."
            )
        case SQLITE_FULL:
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
}
