package import Bloc
import Synchronization

/// A host's connection to a database in a file, in memory or on a server.
///
/// Unchecked, with this proof: what changes is used inside transactions, one at a time; the rest is constant or atomic.
package final class SQLSession: StoreSession, @unchecked Sendable {
    /// The version of the tables.
    private static let schema: Int64 = 1

    private let database: any StoreDatabase
    private let host: String
    private let clock: BlocClock
    /// The store's time when its clock was at zero, and the latest time that was returned.
    private let start: Atomic<Int64>
    private let latest = Atomic<Int64>(.min)
    private var lastMessage: Int64 = 0
    private var lastBroadcast: Int64 = 0

    package init(database: any StoreDatabase, host: String, clock: BlocClock, start: StoreTime) {
        self.database = database
        self.host = host
        self.clock = clock
        self.start = Atomic(start.microseconds)
    }

    package var now: StoreTime {
        let time = StoreTime(microseconds: start.load(ordering: .relaxed)) + clock.now()
        return StoreTime(microseconds: latest.max(time.microseconds, ordering: .relaxed).newValue)
    }

    /// Creates the tables of a new database and refuses those of others.
    package func setUp() throws {
        try database.setUp(Self.tables, version: Self.schema)
        if let time = try database.time() { start.store((time - clock.now()).microseconds, ordering: .relaxed) }
        try database.transaction {
            // A wall clock that was set back while nothing ran must not let the store's time go back.
            let last = StoreTime(microseconds: try number("SELECT coalesce(max(time), 0) FROM host"))
            if last > now { start.add(last.microseconds - now.microseconds, ordering: .relaxed) }
            lastBroadcast = try number("SELECT coalesce(max(number), 0) FROM broadcast")
        }
    }

    private static let tables = [
        """
        CREATE TABLE IF NOT EXISTS bloc (
            number INTEGER PRIMARY KEY, type TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
            sequence INTEGER NOT NULL, state BLOB, progress BLOB, wake INTEGER, active BOOLEAN NOT NULL DEFAULT FALSE,
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
        "CREATE INDEX IF NOT EXISTS request_time ON request (time)",
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

    package func transaction(_ body: () throws -> Void) throws {
        let cursors = (lastMessage, lastBroadcast)
        do {
            try database.transaction {
                (lastMessage, lastBroadcast) = cursors
                try body()
            }
        } catch {
            (lastMessage, lastBroadcast) = cursors
            throw error
        }
    }

    // MARK: Blocs

    /// The condition that no other host with a valid lease owns a bloc; its parameters are this host and the time.
    private static let isFree =
        "(bloc.owner IS NULL OR bloc.owner = ?1 OR bloc.owner NOT IN (SELECT name FROM host WHERE expires > ?2))"

    private var me: StoreValue { .text(host) }
    private var time: StoreValue { .integer(now.microseconds) }

    package func claim(_ ids: Set<String>, type: String, version: Int) throws -> [String: Claim] {
        try database.takeTurn()
        let list = StoreValue.text(String(decoding: try JSON.encode(ids.sorted()), as: UTF8.self))
        let (type, rest) = (StoreValue.text(type), "IN (SELECT value FROM \(database.list)(?2))")
        let owned = try database.run(
            """
            INSERT INTO bloc (type, id, version, sequence, epoch, owner)
            SELECT ?3, value, ?4, 0, 1, ?1 FROM \(database.list)(?5)
            WHERE value NOT IN (SELECT id FROM parked WHERE type = ?3 AND name = ?6)
            ON CONFLICT (type, id) DO UPDATE SET owner = ?1, epoch = bloc.epoch + 1
            WHERE bloc.version <= ?4 AND \(Self.isFree)
            RETURNING number, id, epoch, version, sequence, state, progress
            """,
            me,
            time,
            type,
            .integer(Int64(version)),
            list,
            .text(ParkedItem.bloc)
        )
        // Queries of their own: the one before may have waited for the last commit of another host.
        let parked = Dictionary(grouping: try parked("WHERE type = ?1 AND id \(rest)", type, list), by: \.key.id)
        var steps: [Int64: [StepKey: [UInt8]]] = [:]
        for row in try database.run(
            "SELECT bloc, entry, name, result FROM step WHERE bloc IN (SELECT number FROM bloc WHERE type = ?1 AND id \(rest))",
            type,
            list
        ) {
            let key = StepKey(entry: row.text(1) ?? "", step: row.text(2) ?? "")
            steps[row.integer(0) ?? 0, default: [:]][key] = row.bytes(3) ?? []
        }
        let messages = Dictionary(
            grouping: try database.run(
                """
                SELECT number, type, id, version, event, cause, request FROM message
                WHERE type = ?1 AND id \(rest) ORDER BY number
                """,
                type,
                list
            ).map(Self.message),
            by: \.content.key.id
        )
        var claims: [String: Claim] = [:]
        for row in owned {
            let (number, id) = (row.integer(0) ?? 0, row.text(1) ?? "")
            claims[id] = .owned(
                StoredBloc(
                    row: number,
                    epoch: row.integer(2) ?? 0,
                    version: Int(row.integer(3) ?? 0),
                    sequence: row.integer(4) ?? 0,
                    state: row.bytes(5),
                    progress: row.bytes(6),
                    steps: steps[number] ?? [:],
                    parked: parked[id] ?? [],
                    messages: messages[id] ?? []
                )
            )
        }
        for id in ids where claims[id] == nil {
            let stored = try database.run("SELECT version FROM bloc WHERE type = ? AND id = ?", type, .text(id)).first
            if let item = parked[id]?.first(where: { $0.name == ParkedItem.bloc }) {
                claims[id] = .parked(item.error)
            } else if let stored = stored?.integer(0), stored > version {
                claims[id] = .newer(Int(stored))
            } else {
                claims[id] = .elsewhere
            }
        }
        return claims
    }

    package func commit(_ change: Change) throws -> Bool {
        let isCurrent = try database.change(
            """
            UPDATE bloc SET sequence = ?1, version = ?2, state = ?3, progress = ?4, wake = ?5, active = ?6
            WHERE number = ?7 AND owner = ?8 AND epoch = ?9 AND sequence = ?10
                AND (?11 = 0 OR EXISTS (SELECT 1 FROM message WHERE number = ?11))
            """,
            .integer(change.sequence),
            .integer(Int64(change.version)),
            .blob(change.state),
            .blob(change.progress),
            .init(change.wake?.microseconds),
            .integer(change.isActive ? 1 : 0),
            .integer(change.row),
            me,
            .integer(change.epoch),
            .integer(change.sequence - 1),
            // An earlier owner may have handled it between its being read here and the claim.
            .integer(change.message ?? 0)
        )
        guard isCurrent else { return false }
        if change.isJournaled {
            try database.post(
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
            try database.post("DELETE FROM step WHERE bloc = ? AND entry = ?", .integer(change.row), .text(entry))
            try unpark(change.key, work)
        }
        return true
    }

    package func release(_ key: StoreKey) throws {
        try database.takeTurn()
        try database.post(
            "UPDATE bloc SET owner = NULL WHERE type = ? AND id = ? AND owner = ?",
            .text(key.type),
            .text(key.id),
            me
        )
        // Others look at all messages again.
        try database.post("UPDATE host SET released = released + 1 WHERE name = ?", me)
        try database.announce()
    }

    package func isCurrent(_ bloc: Int64, epoch: Int64) throws -> Bool {
        !(try database.run(
            "SELECT 1 FROM bloc WHERE number = ? AND owner = ? AND epoch = ?\(database.locking)",
            .integer(bloc),
            me,
            .integer(epoch)
        )).isEmpty
    }

    package func record(_ result: [UInt8], step: String, entry: String, bloc: Int64, epoch: Int64) throws -> Bool {
        try database.change(
            """
            INSERT INTO step (bloc, entry, name, result)
            SELECT number, ?, ?, ? FROM bloc WHERE number = ? AND owner = ? AND epoch = ?\(database.locking)
            ON CONFLICT (bloc, entry, name) DO UPDATE SET result = excluded.result
            """,
            .text(entry),
            .text(step),
            .blob(result),
            .integer(bloc),
            me,
            .integer(epoch)
        )
    }

    package func orphans(_ types: [String]) throws -> [StoreKey] {
        try types.flatMap { type in
            try keys("SELECT type, id FROM bloc WHERE active AND type = ?3 AND \(Self.isFree)", type)
        }
    }

    package func due(_ types: [String]) throws -> [StoreKey] {
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

    package func nextWake(_ types: [String]) throws -> StoreTime? {
        let sql = "SELECT wake FROM bloc WHERE wake > ?2 AND type = ?3 AND \(Self.isFree) ORDER BY wake LIMIT 1"
        return try types.compactMap { type in
            try database.run(sql, me, time, .text(type)).first?.integer(0).map { StoreTime(microseconds: $0) }
        }.min()
    }

    // MARK: Messages

    private func insert(_ message: Outgoing, request: String?) throws {
        try database.takeTurn()
        try database.announce()
        try database.post(
            "INSERT INTO message (type, id, version, event, cause, request) VALUES (?, ?, ?, ?, ?, ?)",
            .text(message.key.type),
            .text(message.key.id),
            .integer(Int64(message.version)),
            .blob(message.event),
            .init(message.cause),
            .init(request)
        )
    }

    package func send(_ message: Outgoing, request: String) throws {
        try database.takeTurn()
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

    package func messages(_ types: [String], all: Bool) throws -> [Message] {
        let rows = try database.run(
            """
            SELECT m.number, m.type, m.id, m.version, m.event, m.cause, m.request, (bloc.number IS NULL OR \(Self.isFree))
            FROM message m LEFT JOIN bloc ON bloc.type = m.type AND bloc.id = m.id WHERE m.number > ?3 ORDER BY m.number
            """,
            me,
            time,
            .integer(all ? 0 : lastMessage)
        )
        lastMessage = rows.last?.integer(0) ?? lastMessage
        return rows.filter { $0.integer(7) == 1 && types.contains($0.text(1) ?? "") }.map(Self.message)
    }

    private static func message(_ row: StoreRow) -> Message {
        let key = StoreKey(type: row.text(1) ?? "", id: row.text(2) ?? "")
        let version = Int(row.integer(3) ?? 0)
        return Message(
            number: row.integer(0) ?? 0,
            content: Outgoing(key: key, version: version, event: row.bytes(4) ?? [], cause: row.text(5)),
            request: row.text(6)
        )
    }

    package func finish(_ message: Int64, _ key: StoreKey, _ request: Request?) throws {
        try database.post("DELETE FROM message WHERE number = ?", .integer(message))
        if let request { try keep(request, key) }
    }

    private func keep(_ request: Request, _ key: StoreKey) throws {
        // Its sender waits, perhaps in another host.
        try database.announce()
        try database.post(
            "INSERT INTO request (type, id, name, failure, time) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            .text(key.type),
            .text(key.id),
            .text(request.name),
            .init(request.failure),
            time
        )
    }

    package func outcome(of request: String, _ key: StoreKey) throws -> Request? {
        try database.run(
            "SELECT failure FROM request WHERE type = ? AND id = ? AND name = ?",
            .text(key.type),
            .text(key.id),
            .text(request)
        ).first.map { Request(name: request, failure: $0.text(0)) }
    }

    package func broadcast(_ type: String, _ body: [UInt8]) throws {
        try database.takeTurn()
        try database.announce()
        try database.post("INSERT INTO broadcast (type, body, time) VALUES (?, ?, ?)", .text(type), .blob(body), time)
    }

    package func broadcasts() throws -> [(type: String, body: [UInt8])] {
        let rows = try database.run(
            "SELECT number, type, body FROM broadcast WHERE number > ? ORDER BY number",
            .integer(lastBroadcast)
        )
        lastBroadcast = rows.last?.integer(0) ?? lastBroadcast
        return rows.map { ($0.text(1) ?? "", $0.bytes(2) ?? []) }
    }

    // MARK: Leases

    package func renew(_ lease: Duration) throws -> Bool {
        // Nobody may be taking blocs over just now.
        try database.takeTurn()
        if let time = try database.time() {
            // Follows the drift of the clocks, but not a clock that jumps: timers would fire and leases end all at once.
            let drift = min(max(time - now, .milliseconds(-5)), .milliseconds(5))
            start.add((StoreTime(microseconds: 0) + drift).microseconds, ordering: .relaxed)
        }
        let now = now
        let row = try database.run("SELECT expires FROM host WHERE name = ?", me).first
        try database.post(
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

    package func membership() throws -> String {
        let rows = try database.run(
            "SELECT name, released FROM host WHERE expires > ? ORDER BY name",
            time
        )
        return rows.map { "\($0.text(0) ?? "")#\($0.integer(1) ?? 0)" }.joined(separator: " ")
    }

    package func prune(journal: StoreTime, requests: StoreTime) throws {
        // Entries are in the order of their numbers: only the oldest are looked at.
        try database.post(
            "DELETE FROM journal WHERE number < (SELECT min(number) FROM journal) + 1000 AND time < ?",
            .integer(journal.microseconds)
        )
        try database.post("DELETE FROM request WHERE time < ?", .integer(requests.microseconds))
        try database.post("DELETE FROM broadcast WHERE time < ?", .integer((now - .seconds(3_600)).microseconds))
        try database.post("DELETE FROM host WHERE expires < ?", .integer((now - .seconds(3_600)).microseconds))
    }

    package func close() {
        // Otherwise the lease runs out.
        _ = try? transaction {
            try database.post("UPDATE host SET expires = 0 WHERE name = ?", me)
            try database.announce()
        }
        database.close()
    }

    // MARK: Operating

    package func blocs(type: String?, id: String?, after: StoreKey?, limit: Int) throws -> [StoredBlocInfo] {
        try database.run(
            """
            SELECT type, id, version, sequence, state, wake, active,
                CASE WHEN owner IN (SELECT name FROM host WHERE expires > ?1) THEN owner END
            FROM bloc
            WHERE (type = ?2 OR ?2 IS NULL) AND (id = ?6 OR ?6 IS NULL) AND ((type, id) > (?3, ?4) OR ?3 IS NULL)
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

    package func journal(_ key: StoreKey) throws -> [JournalEntry] {
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

    package func park(_ item: ParkedItem) throws {
        if let message = item.message { try finish(message.number, item.key, nil) }
        try database.post(
            "DELETE FROM parked WHERE type = ? AND id = ? AND name = ?",
            .text(item.key.type),
            .text(item.key.id),
            .text(item.name)
        )
        try database.post(
            """
            INSERT INTO parked
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

    package func parked(_ key: StoreKey?) throws -> [ParkedItem] {
        guard let key else { return try parked("") }
        return try parked("WHERE type = ? AND id = ?", .text(key.type), .text(key.id))
    }

    private func parked(_ condition: String, _ parameters: StoreValue...) throws -> [ParkedItem] {
        try database.run(
            """
            SELECT type, id, name, error, time, dropped, message, version, event, cause, request
            FROM parked \(condition) ORDER BY time, type, id, name
            """,
            parameters
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
        try database.post(
            "DELETE FROM parked WHERE type = ? AND id = ? AND name = ?",
            .text(key.type),
            .text(key.id),
            .text(name)
        )
        // Hosts look at all messages again: some may have waited for the bloc.
        if name == ParkedItem.bloc { try database.post("UPDATE host SET released = released + 1") }
    }

    package func retry(_ key: StoreKey, _ name: String) throws -> Bool {
        try database.takeTurn()
        guard let item = try parked(key).first(where: { $0.name == name }) else { return false }
        try unpark(key, name)
        try database.announce()
        if let message = item.message { try insert(message.content, request: message.request) }
        return true
    }

    package func drop(_ key: StoreKey, _ name: String) throws -> Bool {
        try database.takeTurn()
        guard var item = try parked(key).first(where: { $0.name == name }) else { return false }
        if item.message != nil {
            try unpark(key, name)
            if let request = item.message?.request { try keep(Request(name: request, failure: "dropped"), key) }
        } else if name == ParkedItem.bloc {
            try unpark(key, name)
            try database.post(
                "DELETE FROM step WHERE bloc IN (SELECT number FROM bloc WHERE type = ? AND id = ?)",
                .text(key.type),
                .text(key.id)
            )
            try database.post("DELETE FROM bloc WHERE type = ? AND id = ?", .text(key.type), .text(key.id))
        } else {
            item.isDropped = true
            try park(item)
        }
        return true
    }
}
