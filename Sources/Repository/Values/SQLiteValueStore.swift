import Synchronization

/// Small JSON texts by key, kept between runs of the program in the table `stored_value` of the contact database.
///
/// Methods may be called from any thread, and block while the database is locked. Writes are atomic: after a crash, a
/// read returns the old value or the new one. Methods throw ``RepositoryError``.
///
/// The columns `kind` and `expires_at` are for older versions of the program, which had several kinds of values.
package final class SQLiteValueStore: Sendable {
    private let database: Mutex<ContactDatabase>
    private let createsFile: Bool

    /// Creates a store over the file at the path, which is opened on first use.
    ///
    /// Without `createsFile`, nothing is saved if the file doesn't exist; reading never creates it. `busyLimit` is in
    /// milliseconds.
    package init(
        path: String,
        createsFile: Bool = true,
        busyLimit: Int = 10_000,
        interruption: Interruption = Interruption()
    ) {
        database = Mutex(ContactDatabase(path: path, busyLimit: busyLimit, interruption: interruption))
        self.createsFile = createsFile
    }

    /// Closes the file; a later call opens it again.
    package func close() {
        database.withLock { $0.close() }
    }

    /// Reads a value; `nil` if it doesn't exist.
    package func value(for key: String) throws -> String? {
        try database.withLock { database in
            let found = try database.reading { connection in
                try connection.first("SELECT value FROM stored_value WHERE key = ?", key) { row in row.text(0) }
            }
            return found.flatMap(\.self)
        }
    }

    /// Saves values, replacing the current ones: all or none.
    package func save(_ values: [String: String]) throws {
        try change { connection in
            let sql = "INSERT OR REPLACE INTO stored_value (key, kind, value) VALUES (?, 'item', ?)"
            for (key, value) in values {
                try connection.run(sql, key, value)
            }
        }
    }

    /// Renames a value, replacing one with the new key; does nothing if the value doesn't exist.
    package func rename(_ key: String, to newKey: String) throws {
        // A change without effect must not create the file.
        guard try value(for: key) != nil else { return }
        try change { connection in
            try connection.run("UPDATE OR REPLACE stored_value SET key = ? WHERE key = ?", newKey, key)
        }
    }

    private func change(_ body: @Sendable (SQLiteConnection) throws -> Void) throws {
        try database.withLock { database in
            guard try createsFile || database.reading({ _ in true }) == true else { return }
            try database.writing(body)
        }
    }
}
