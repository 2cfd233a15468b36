import CSQLite

/// The database library that the program runs with.
public enum SQLiteLibrary: Sendable {
    /// Whether the library counts no memory, for which it would lock and unlock with every block; asking sees to it.
    ///
    /// It must be asked before anything else of the library is used; nobody reads the count.
    static let isUncounted = csqlite_leave_memory_uncounted() == SQLITE_OK

    /// Its version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
