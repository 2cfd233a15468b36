import Synchronization

#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

/// A ``ValueStore`` over the table `stored_value` of the contact database, with a connection of its own.
public final class SQLiteValueStore: ValueStore {
    private let database: Mutex<ContactDatabase>
    private let createsFile: Bool
    private let now: @Sendable () -> Date

    /// Creates a store over the file at the path, which is opened on first use.
    ///
    /// - Parameters:
    ///   - path: The path; a relative one begins in the current folder.
    ///   - createsFile: Whether saving creates a missing file; otherwise nothing is saved then. Reading never creates it.
    ///   - busyLimit: How long to wait for another process that is writing, in milliseconds.
    ///   - interruption: Ends what the store waits for.
    ///   - now: Returns the time of day, for values that expire.
    public init(
        path: String,
        createsFile: Bool = true,
        busyLimit: Int = 10_000,
        interruption: Interruption = Interruption(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        database = Mutex(ContactDatabase(path: path, busyLimit: busyLimit, interruption: interruption))
        self.createsFile = createsFile
        self.now = now
    }

    /// Closes the file; a later call opens it again.
    public func close() {
        database.withLock { $0.close() }
    }

    /// Reads a value.
    public func value(for key: String) throws -> StoredValue? {
        let time = now().milliseconds
        return try database.withLock { database in
            let found = try database.reading { connection in
                try connection.withStatement(
                    "SELECT kind, value FROM stored_value WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)"
                ) { row in
                    try row.bind(key, at: 1)
                    try row.bind(time, at: 2)
                    return try row.step() ? Self.value(kind: row.text(0), text: row.text(1) ?? "") : nil
                }
            }
            return found.flatMap(\.self)
        }
    }

    /// Saves a value, and removes the expired ones.
    public func save(_ value: StoredValue, for key: String, until expiry: Date?) throws {
        try save([key: value], until: expiry)
    }

    /// Saves several values in one transaction, and removes the expired ones.
    public func save(_ values: [String: StoredValue]) throws { try save(values, until: nil) }

    private func save(_ values: [String: StoredValue], until expiry: Date?) throws {
        let time = now().milliseconds
        try change { connection in
            try connection.withStatement("DELETE FROM stored_value WHERE expires_at <= ?") { statement in
                try statement.bind(time, at: 1)
                try statement.run()
            }
            let sql = "INSERT OR REPLACE INTO stored_value (key, kind, value, expires_at) VALUES (?, ?, ?, ?)"
            for (key, value) in values {
                try connection.withStatement(sql) { statement in
                    let (kind, text) = Self.columns(value)
                    try statement.bind(key, at: 1)
                    try statement.bind(kind, at: 2)
                    try statement.bind(text, at: 3)
                    try statement.bind(expiry?.milliseconds, at: 4)
                    try statement.run()
                }
            }
        }
    }

    /// Removes a value.
    public func remove(_ key: String) throws {
        try changeIfFound(key) { connection in
            try connection.withStatement("DELETE FROM stored_value WHERE key = ?") { statement in
                try statement.bind(key, at: 1)
                try statement.run()
            }
        }
    }

    /// Renames a value.
    public func rename(_ key: String, to newKey: String) throws {
        try changeIfFound(key) { connection in
            try connection.withStatement("UPDATE OR REPLACE stored_value SET key = ? WHERE key = ?") { statement in
                try statement.bind(newKey, at: 1)
                try statement.bind(key, at: 2)
                try statement.run()
            }
        }
    }

    /// Runs `body` if there is a value: a change without an effect must not create the file.
    private func changeIfFound(_ key: String, _ body: @Sendable (SQLiteConnection) throws -> Void) throws {
        guard try value(for: key) != nil else { return }
        try change(body)
    }

    private func change(_ body: @Sendable (SQLiteConnection) throws -> Void) throws {
        try database.withLock { database in
            guard try createsFile || database.reading({ _ in true }) == true else { return }
            try database.writing(body)
        }
    }

    private static func value(kind: String?, text: String) -> StoredValue? {
        switch kind {
        case "string": .string(text)
        case "integer": Int64(text).map(StoredValue.integer)
        case "item": .item(json: text)
        case "list": .list(json: text)
        default: nil
        }
    }

    private static func columns(_ value: StoredValue) -> (kind: String, text: String) {
        switch value {
        case .string(let text): ("string", text)
        case .integer(let number): ("integer", String(number))
        case .item(let json): ("item", json)
        case .list(let json): ("list", json)
        }
    }
}
