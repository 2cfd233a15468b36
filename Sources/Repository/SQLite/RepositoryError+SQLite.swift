import CSQLite

extension RepositoryError {
    /// Says what a failure of SQLite means for the user of the file.
    package init(_ error: SQLiteError, path: String) {
        switch error.code {
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.databaseBusy, "Another process kept the database “\(path)” busy for too long; try again.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self.init(
                .unreadableDatabase,
                "The database “\(path)” is damaged (\(error.message)). A sync sets it aside and begins a new one."
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
        default: self.init(.internal, "The database “\(path)” reported a defect of this program: \(error).")
        }
    }
}
