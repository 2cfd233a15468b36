import CSQLite

/// A failure that SQLite reports: its codes, its words and the SQL, never the arguments.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The extended result code.
    package let extendedCode: Int32
    /// SQLite's words for it.
    package let message: String
    /// The SQL that failed, without its arguments.
    package let sql: String?

    package init(extendedCode: Int32, message: String, sql: String? = nil) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// The result code without its extension.
    package var code: Int32 { extendedCode & 0xFF }

    /// Another connection holds a lock.
    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    /// The file's content is damaged, or not a database.
    package var isCorruption: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    /// The statement was stopped because its task was cancelled.
    package var isInterruption: Bool { code == SQLITE_INTERRUPT }

    /// SQLite's words, the code and the SQL.
    package var description: String {
        "SQLite error \(extendedCode): \(message)" + (sql.map { " in “\($0)”" } ?? "")
    }
}
