import CSQLite

/// The database library that the program runs with.
public enum SQLiteLibrary: Sendable {
    /// Its version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
