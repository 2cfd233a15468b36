import Bloc

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A host's connection to a database in a file or in memory.
///
/// Unchecked, with this proof: what changes is used inside transactions, one at a time; the rest is constant or locked.
final class SQLiteSession: StoreSession, @unchecked Sendable {
    /// The mark of our databases in `application_id`: “BlDu”.
    private static let applicationID: Int64 = 0x426C_4475
    /// The version of the tables.
    private static let schema: Int64 = 1

    private let database: SQLite
    private let host: String
    private let clock: BlocClock
    private let alone: (_ body: () throws -> Void) throws -> Void
    private let fault: @Sendable (MemoryStore.Moment) throws -> Void
    private let committed: @Sendable () -> Void
    private let endings = Lock<[@Sendable () -> Void]>([])
    /// The store's time when its clock was at zero; constant once the session is set up.
    private var start: StoreTime
    private var lastMessage: Int64 = 0
    private var lastBroadcast: Int64 = 0
    private var hasChange = false

    init(
        database: SQLite,
        host: String,
        clock: BlocClock,
        start: StoreTime,
        alone: @escaping (_ body: () throws -> Void) throws -> Void = { try $0() },
        fault: @escaping @Sendable (MemoryStore.Moment) throws -> Void = { _ in },
        committed: @escaping @Sendable () -> Void = {}
    ) {
        self.database = database
        self.host = host
        self.clock = clock
        self.alone = alone
        self.fault = fault
        self.committed = committed
        self.start = start
    }

    static var wallTime: StoreTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return StoreTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    var now: StoreTime { start + clock.now() }

    func whenClosed(_ action: @escaping @Sendable () -> Void) { endings.withLock { $0.append(action) } }

    /// Creates the tables of a new database and refuses those of others; without a path it is in memory.
    func setUp(_ path: String? = nil) throws {
        let name = path ?? "memory"
        try alone {
            guard !database.isReadOnly else { throw DurableError(.storeFailed, "“\(name)” can only be read.") }
            let id = try number("PRAGMA application_id")
            if id != Self.applicationID, try number("SELECT count(*) FROM sqlite_schema") > 0 {
                throw DurableError(.foreignStore, "“\(name)” belongs to another program; choose another file.")
            }
            let version = try number("PRAGMA user_version")
            guard version <= Self.schema else {
                throw DurableError(
                    .newerVersion,
                    "“\(name)” has the tables of version \(version); this program knows version \(Self.schema). Update it."
                )
            }
            try database.run("PRAGMA journal_mode=WAL")
            try database.run("PRAGMA synchronous=FULL")
            try database.run("BEGIN IMMEDIATE")
            for table in Self.tables { try database.run(table) }
            try database.run("PRAGMA application_id=\(Self.applicationID)")
            try database.run("PRAGMA user_version=\(Self.schema)")
            // A wall clock that was set back while nothing ran must not let the store's time go back.
            let last = StoreTime(microseconds: try number("SELECT coalesce(max(time), 0) FROM host"))
            if last > now { start = start + (last - now) }
            lastBroadcast = try number("SELECT coalesce(max(number), 0) FROM broadcast")
            try database.run("COMMIT")
        }
    }

    private static let tables = [
        """
        CREATE TABLE IF NOT EXISTS bloc (
            number INTEGER PRIMARY KEY, type TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
            sequence INTEGER NOT NULL, state BLOB, progress BLOB, wake INTEGER, active INTEGER NOT NULL DEFAULT 0,
            owner TEXT, epoch INTEGER NOT NULL, UNIQUE (type, id)
        )
        """,
        "CREATE INDEX IF NOT EXISTS bloc_wake ON bloc (wake) WHERE wake IS NOT NULL",
        "CREATE INDEX IF NOT EXISTS bloc_active ON bloc (type) WHERE active",
        """
        CREATE TABLE IF NOT EXISTS message (
            number INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
            event BLOB NOT NULL, cause TEXT, request TEXT
        )
        """,
        "CREATE INDEX IF NOT EXISTS message_receiver ON message (type, id)",
        """
        CREATE TABLE IF NOT EXISTS request (
            type TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, failure TEXT, time INTEGER NOT NULL,
            PRIMARY KEY (type, id, name)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS step (
            bloc INTEGER NOT NULL, entry TEXT NOT NULL, name TEXT NOT NULL, result BLOB NOT NULL,
            PRIMARY KEY (bloc, entry, name)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS journal (
            number INTEGER PRIMARY KEY, bloc INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            cause TEXT, version INTEGER NOT NULL, event BLOB NOT NULL, state BLOB NOT NULL
        )
        """,
        "CREATE INDEX IF NOT EXISTS journal_bloc ON journal (bloc, sequence)",
        """
        CREATE TABLE IF NOT EXISTS parked (
            type TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, error TEXT NOT NULL, time INTEGER NOT NULL,
            dropped INTEGER NOT NULL, message INTEGER, version INTEGER, event BLOB, cause TEXT, request TEXT,
            PRIMARY KEY (type, id, name)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE IF NOT EXISTS host (name TEXT PRIMARY KEY, expires INTEGER NOT NULL, time INTEGER NOT NULL, released INTEGER NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS broadcast (
            number INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, body BLOB NOT NULL, time INTEGER NOT NULL
        )
        """,
    ]

    private func number(_ sql: String) throws -> Int64 { try database.run(sql).first?.integer(0) ?? 0 }

    func transaction(_ body: () throws -> Void) throws {
        try alone {
            hasChange = false
            try fault(.begin)
            let cursors = (lastMessage, lastBroadcast)
            try database.run("BEGIN IMMEDIATE")
            do {
                try body()
                if hasChange { try fault(.beforeCommit) }
                try database.run("COMMIT")
            } catch {
                // Fails when SQLite has rolled back by itself, such as on a full disk.
                _ = try? database.run("ROLLBACK")
                (lastMessage, lastBroadcast) = cursors
                throw error
            }
            if hasChange { try fault(.afterCommit) }
        }
        committed()
    }

    // MARK: Blocs

    /// The condition that no other host with a valid lease owns a bloc; its parameters are this host and the time.
    private static let isFree =
        "(owner IS NULL OR owner = ?1 OR owner NOT IN (SELECT name FROM host WHERE expires > ?2))"

    private var me: SQLite.Value { .text(host) }
    private var time: SQLite.Value { .integer(now.microseconds) }

    func claim(_ key: StoreKey, version: Int) throws -> Claim {
        let error = try database.run(
            "SELECT error FROM parked WHERE type = ? AND id = ? AND name = ?",
            .text(key.type),
            .text(key.id),
            .text(ParkedItem.bloc)
        ).first?.text(0)
        if let error { return .parked(error) }
        try database.run(
            "INSERT OR IGNORE INTO bloc (type, id, version, sequence, epoch) VALUES (?, ?, ?, 0, 0)",
            .text(key.type),
            .text(key.id),
            .integer(Int64(version))
        )
        let row = try database.run(
            "SELECT number, epoch, version, sequence, state, progress, \(Self.isFree) FROM bloc WHERE type = ?3 AND id = ?4",
            me,
            time,
            .text(key.type),
            .text(key.id)
        ).first
        guard let row, let number = row.integer(0), let epoch = row.integer(1) else { return .elsewhere }
        guard row.integer(6) == 1 else { return .elsewhere }
        let stored = Int(row.integer(2) ?? 0)
        guard stored <= version else { return .newer(stored) }
        try database.run(
            "UPDATE bloc SET owner = ?, epoch = ? WHERE number = ?",
            me,
            .integer(epoch + 1),
            .integer(number)
        )
        let steps = try database.run("SELECT entry, name, result FROM step WHERE bloc = ?", .integer(number))
            .map { (StepKey(entry: $0.text(0) ?? "", step: $0.text(1) ?? ""), $0.bytes(2) ?? []) }
        let waiting = try database.run(
            "SELECT number, type, id, version, event, cause, request FROM message WHERE type = ? AND id = ? ORDER BY number",
            .text(key.type),
            .text(key.id)
        )
        return .owned(
            StoredBloc(
                row: number,
                epoch: epoch + 1,
                version: stored,
                sequence: row.integer(3) ?? 0,
                state: row.bytes(4),
                progress: row.bytes(5),
                steps: Dictionary(uniqueKeysWithValues: steps),
                parked: try parked(key),
                messages: waiting.map(Self.message)
            )
        )
    }

    func commit(_ change: Change) throws -> Bool {
        hasChange = true
        try database.run(
            """
            UPDATE bloc SET sequence = ?1, version = ?2, state = ?3, progress = ?4, wake = ?5, active = ?6
            WHERE number = ?7 AND owner = ?8 AND epoch = ?9 AND sequence = ?1 - 1
            """,
            .integer(change.sequence),
            .integer(Int64(change.version)),
            .blob(change.state),
            .blob(change.progress),
            .init(change.wake?.microseconds),
            .integer(change.isActive ? 1 : 0),
            .integer(change.row),
            me,
            .integer(change.epoch)
        )
        guard database.changes == 1 else { return false }
        if change.isJournaled {
            try database.run(
                "INSERT INTO journal (bloc, sequence, time, cause, version, event, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
                .integer(change.row),
                .integer(change.sequence),
                .integer(change.time.microseconds),
                .init(change.cause),
                .integer(Int64(change.version)),
                .blob(change.event),
                .blob(change.state)
            )
        }
        for message in change.messages { try insert(message, request: nil) }
        if let message = change.message {
            try finish(message, change.key, change.request)
        } else if let request = change.request {
            try keep(request, change.key)
        }
        for (work, entry) in change.ended {
            try database.run("DELETE FROM step WHERE bloc = ? AND entry = ?", .integer(change.row), .text(entry))
            try unpark(change.key, work)
        }
        return true
    }

    func release(_ key: StoreKey) throws {
        try database.run(
            "UPDATE bloc SET owner = NULL WHERE type = ? AND id = ? AND owner = ?",
            .text(key.type),
            .text(key.id),
            me
        )
        // Others look at all messages again.
        try database.run("UPDATE host SET released = released + 1 WHERE name = ?", me)
    }

    func isCurrent(_ bloc: Int64, epoch: Int64) throws -> Bool {
        !(try database.run(
            "SELECT 1 FROM bloc WHERE number = ? AND owner = ? AND epoch = ?",
            .integer(bloc),
            me,
            .integer(epoch)
        )).isEmpty
    }

    func record(_ result: [UInt8], step: String, entry: String, bloc: Int64, epoch: Int64) throws -> Bool {
        hasChange = true
        guard try isCurrent(bloc, epoch: epoch) else { return false }
        try database.run(
            "INSERT OR REPLACE INTO step (bloc, entry, name, result) VALUES (?, ?, ?, ?)",
            .integer(bloc),
            .text(entry),
            .text(step),
            .blob(result)
        )
        return true
    }

    func orphans(_ types: [String]) throws -> [StoreKey] {
        try types.flatMap { type in
            try keys("SELECT type, id FROM bloc WHERE active AND type = ?3 AND \(Self.isFree)", type)
        }
    }

    func due(_ types: [String]) throws -> [StoreKey] {
        try types.flatMap { type in
            try keys(
                "SELECT type, id FROM bloc WHERE wake <= ?2 AND type = ?3 AND \(Self.isFree) ORDER BY wake LIMIT 1000",
                type
            )
        }
    }

    private func keys(_ sql: String, _ type: String) throws -> [StoreKey] {
        try database.run(sql, me, time, .text(type)).map { StoreKey(type: $0.text(0) ?? "", id: $0.text(1) ?? "") }
    }

    func nextWake(_ types: [String]) throws -> StoreTime? {
        let sql = "SELECT wake FROM bloc WHERE wake > ?2 AND type = ?3 AND \(Self.isFree) ORDER BY wake LIMIT 1"
        return try types.compactMap { type in
            try database.run(sql, me, time, .text(type)).first?.integer(0).map { StoreTime(microseconds: $0) }
        }.min()
    }

    // MARK: Messages

    private func insert(_ message: Outgoing, request: String?) throws {
        try database.run(
            "INSERT INTO message (type, id, version, event, cause, request) VALUES (?, ?, ?, ?, ?, ?)",
            .text(message.key.type),
            .text(message.key.id),
            .integer(Int64(message.version)),
            .blob(message.event),
            .init(message.cause),
            .init(request)
        )
    }

    func send(_ message: Outgoing, request: String) throws {
        let isKnown = try database.run(
            """
            SELECT 1 FROM request WHERE type = ?1 AND id = ?2 AND name = ?3
            UNION ALL SELECT 1 FROM message WHERE type = ?1 AND id = ?2 AND request = ?3
            """,
            .text(message.key.type),
            .text(message.key.id),
            .text(request)
        )
        if isKnown.isEmpty { try insert(message, request: request) }
    }

    func messages(_ types: [String], all: Bool) throws -> [Message] {
        let rows = try database.run(
            """
            SELECT m.number, m.type, m.id, m.version, m.event, m.cause, m.request, (b.number IS NULL OR \(Self.isFree))
            FROM message m LEFT JOIN bloc b USING (type, id) WHERE m.number > ?3 ORDER BY m.number
            """,
            me,
            time,
            .integer(all ? 0 : lastMessage)
        )
        lastMessage = rows.last?.integer(0) ?? lastMessage
        return rows.filter { $0.integer(7) == 1 && types.contains($0.text(1) ?? "") }.map(Self.message)
    }

    private static func message(_ row: SQLite.Row) -> Message {
        let key = StoreKey(type: row.text(1) ?? "", id: row.text(2) ?? "")
        let version = Int(row.integer(3) ?? 0)
        return Message(
            number: row.integer(0) ?? 0,
            content: Outgoing(key: key, version: version, event: row.bytes(4) ?? [], cause: row.text(5)),
            request: row.text(6)
        )
    }

    func finish(_ message: Int64, _ key: StoreKey, _ request: Request?) throws {
        try database.run("DELETE FROM message WHERE number = ?", .integer(message))
        if let request { try keep(request, key) }
    }

    private func keep(_ request: Request, _ key: StoreKey) throws {
        try database.run(
            "INSERT OR IGNORE INTO request (type, id, name, failure, time) VALUES (?, ?, ?, ?, ?)",
            .text(key.type),
            .text(key.id),
            .text(request.name),
            .init(request.failure),
            time
        )
    }

    func outcome(of request: String, _ key: StoreKey) throws -> Request? {
        try database.run(
            "SELECT failure FROM request WHERE type = ? AND id = ? AND name = ?",
            .text(key.type),
            .text(key.id),
            .text(request)
        ).first.map { Request(name: request, failure: $0.text(0)) }
    }

    func broadcast(_ type: String, _ body: [UInt8]) throws {
        try database.run("INSERT INTO broadcast (type, body, time) VALUES (?, ?, ?)", .text(type), .blob(body), time)
    }

    func broadcasts() throws -> [(type: String, body: [UInt8])] {
        let rows = try database.run(
            "SELECT number, type, body FROM broadcast WHERE number > ? ORDER BY number",
            .integer(lastBroadcast)
        )
        lastBroadcast = rows.last?.integer(0) ?? lastBroadcast
        return rows.map { ($0.text(1) ?? "", $0.bytes(2) ?? []) }
    }

    // MARK: Leases

    func renew(_ lease: Duration) throws -> Bool {
        let now = now
        let row = try database.run("SELECT expires FROM host WHERE name = ?", me).first
        try database.run(
            """
            INSERT INTO host (name, expires, time, released) VALUES (?1, ?2, ?3, 0)
            ON CONFLICT (name) DO UPDATE SET expires = ?2, time = ?3
            """,
            me,
            .integer((now + lease).microseconds),
            .integer(now.microseconds)
        )
        return row?.integer(0).map { $0 <= now.microseconds } ?? true
    }

    func membership() throws -> String {
        let rows = try database.run(
            "SELECT name, released FROM host WHERE expires > ? ORDER BY name",
            time
        )
        return rows.map { "\($0.text(0) ?? "")#\($0.integer(1) ?? 0)" }.joined(separator: " ")
    }

    func prune(journal: StoreTime, requests: StoreTime) throws {
        // Entries are in the order of their numbers: only the oldest are looked at.
        try database.run(
            "DELETE FROM journal WHERE number < (SELECT min(number) FROM journal) + 1000 AND time < ?",
            .integer(journal.microseconds)
        )
        try database.run("DELETE FROM request WHERE time < ?", .integer(requests.microseconds))
        try database.run("DELETE FROM broadcast WHERE time < ?", .integer((now - .seconds(3_600)).microseconds))
        try database.run("DELETE FROM host WHERE expires < ?", .integer((now - .seconds(3_600)).microseconds))
    }

    func close() {
        // Otherwise the lease runs out.
        _ = try? transaction { try database.run("UPDATE host SET expires = 0 WHERE name = ?", me) }
        for ending in endings.withLock({ $0 }) { ending() }
    }

    // MARK: Operating

    func blocs(type: String?, id: String?, after: StoreKey?, limit: Int) throws -> [StoredBlocInfo] {
        try database.run(
            """
            SELECT type, id, version, sequence, state, wake, active,
                CASE WHEN owner IN (SELECT name FROM host WHERE expires > ?1) THEN owner END
            FROM bloc
            WHERE (?2 IS NULL OR type = ?2) AND (?6 IS NULL OR id = ?6) AND (?3 IS NULL OR (type, id) > (?3, ?4))
            ORDER BY type, id LIMIT ?5
            """,
            time,
            .init(type),
            .init(after?.type),
            .init(after?.id),
            .integer(Int64(limit)),
            .init(id)
        ).map {
            StoredBlocInfo(
                key: StoreKey(type: $0.text(0) ?? "", id: $0.text(1) ?? ""),
                version: Int($0.integer(2) ?? 0),
                sequence: $0.integer(3) ?? 0,
                state: $0.bytes(4),
                wake: $0.integer(5).map { StoreTime(microseconds: $0) },
                isActive: $0.integer(6) == 1,
                owner: $0.text(7)
            )
        }
    }

    func journal(_ key: StoreKey) throws -> [JournalEntry] {
        try database.run(
            """
            SELECT j.sequence, j.time, j.cause, j.version, j.event, j.state
            FROM journal j JOIN bloc b ON b.number = j.bloc WHERE b.type = ? AND b.id = ? ORDER BY j.sequence
            """,
            .text(key.type),
            .text(key.id)
        ).map {
            JournalEntry(
                sequence: $0.integer(0) ?? 0,
                time: StoreTime(microseconds: $0.integer(1) ?? 0),
                cause: $0.text(2),
                version: Int($0.integer(3) ?? 0),
                event: $0.bytes(4) ?? [],
                state: $0.bytes(5) ?? []
            )
        }
    }

    func park(_ item: ParkedItem) throws {
        if let message = item.message {
            try database.run("DELETE FROM message WHERE number = ?", .integer(message.number))
        }
        try database.run(
            """
            INSERT OR REPLACE INTO parked
            (type, id, name, error, time, dropped, message, version, event, cause, request)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(item.key.type),
            .text(item.key.id),
            .text(item.name),
            .text(item.error),
            .integer(item.time.microseconds),
            .integer(item.isDropped ? 1 : 0),
            .init(item.message?.number),
            .init(item.message.map { Int64($0.content.version) }),
            .init(item.message?.content.event),
            .init(item.message?.content.cause),
            .init(item.message?.request)
        )
    }

    func parked(_ key: StoreKey?) throws -> [ParkedItem] {
        try database.run(
            """
            SELECT type, id, name, error, time, dropped, message, version, event, cause, request
            FROM parked WHERE ?1 IS NULL OR (type = ?1 AND id = ?2) ORDER BY time, type, id, name
            """,
            .init(key?.type),
            .init(key?.id)
        ).map { row in
            let key = StoreKey(type: row.text(0) ?? "", id: row.text(1) ?? "")
            let message = row.integer(6).map { number in
                Message(
                    number: number,
                    content: Outgoing(
                        key: key,
                        version: Int(row.integer(7) ?? 0),
                        event: row.bytes(8) ?? [],
                        cause: row.text(9)
                    ),
                    request: row.text(10)
                )
            }
            return ParkedItem(
                key: key,
                name: row.text(2) ?? "",
                error: row.text(3) ?? "",
                time: StoreTime(microseconds: row.integer(4) ?? 0),
                isDropped: row.integer(5) == 1,
                message: message
            )
        }
    }

    private func unpark(_ key: StoreKey, _ name: String) throws {
        try database.run(
            "DELETE FROM parked WHERE type = ? AND id = ? AND name = ?",
            .text(key.type),
            .text(key.id),
            .text(name)
        )
        // Hosts look at all messages again: some may have waited for the bloc.
        if name == ParkedItem.bloc { try database.run("UPDATE host SET released = released + 1") }
    }

    func retry(_ key: StoreKey, _ name: String) throws -> Bool {
        guard let item = try parked(key).first(where: { $0.name == name }) else { return false }
        try unpark(key, name)
        if let message = item.message { try insert(message.content, request: message.request) }
        return true
    }

    func drop(_ key: StoreKey, _ name: String) throws -> Bool {
        guard var item = try parked(key).first(where: { $0.name == name }) else { return false }
        if item.message != nil {
            try unpark(key, name)
            if let request = item.message?.request { try keep(Request(name: request, failure: "dropped"), key) }
        } else if name == ParkedItem.bloc {
            try unpark(key, name)
            try database.run(
                "DELETE FROM step WHERE bloc IN (SELECT number FROM bloc WHERE type = ? AND id = ?)",
                .text(key.type),
                .text(key.id)
            )
            try database.run("DELETE FROM bloc WHERE type = ? AND id = ?", .text(key.type), .text(key.id))
        } else {
            item.isDropped = true
            try park(item)
        }
        return true
    }
}
