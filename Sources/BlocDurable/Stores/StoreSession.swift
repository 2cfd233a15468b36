package import Bloc
import Primitives
import Synchronization

/// A host's connection to a store: a database in a file, in memory or on a server.
///
/// A host calls it only from its writer, one call at a time, and all but `now` and ``close()`` inside
/// ``transaction(takesTurn:_:)``.
///
/// Unchecked, with this proof: mutable state is used inside transactions, one at a time; the rest is constant or atomic.
public final class StoreSession: @unchecked Sendable {
    /// The version of the tables.
    private static let schema: Int64 = 1

    private let database: any StoreDatabase
    private let host: String
    private let clock: BlocClock
    /// The store's time when its clock was at zero, and the latest time returned.
    private let start: Atomic<Int64>
    private let latest = Atomic<Int64>(.min)
    /// The read position of this host: the last message, the last broadcast, and the last due bloc of a full page.
    private var cursors = (message: Int64(0), broadcast: Int64(0), due: (wake: Int64.min, number: Int64(0)))
    /// Called in each transaction of a store in memory.
    var reached: (MemoryStore.Moment) throws -> Void = { _ in }
    /// Whether the transaction stores an event.
    private var hasChange = false

    /// Creates the tables of a new database, and refuses databases of other programs.
    package init(database: any StoreDatabase, host: String, clock: BlocClock, start: StoreTime) throws {
        self.database = database
        self.host = host
        self.clock = clock
        self.start = Atomic(start.microseconds)
        try database.setUp(Self.tables, version: Self.schema)
        if let time = try database.time() { self.start.store((time - clock.now()).microseconds, ordering: .relaxed) }
        try database.transaction(takesTurn: false) {
            // A wall clock that was set back while no host ran must not turn back the store's time.
            let last = StoreTime(microseconds: try database.number("SELECT coalesce(max(time), 0) FROM host"))
            if last > now { self.start.add(last.microseconds - now.microseconds, ordering: .relaxed) }
            cursors.broadcast = try database.number("SELECT coalesce(max(number), 0) FROM broadcast")
        }
    }

    /// The time on the store's clock, which never goes backward; readable from any thread.
    package var now: StoreTime {
        let time = StoreTime(microseconds: start.load(ordering: .relaxed)) + clock.now()
        return StoreTime(microseconds: latest.max(time.microseconds, ordering: .relaxed).newValue)
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS bloc (
            number INTEGER PRIMARY KEY, type TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
            sequence INTEGER NOT NULL, state BLOB, progress BLOB, wake INTEGER, active BOOLEAN NOT NULL DEFAULT FALSE,
            owner TEXT, epoch INTEGER NOT NULL, UNIQUE (type, id)
        );
        CREATE INDEX IF NOT EXISTS bloc_wake ON bloc (wake, number) WHERE wake IS NOT NULL;
        CREATE INDEX IF NOT EXISTS bloc_active ON bloc (type) WHERE active;
        CREATE TABLE IF NOT EXISTS message (
            number INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
            event BLOB NOT NULL, cause TEXT, request TEXT
        );
        CREATE INDEX IF NOT EXISTS message_receiver ON message (type, id);
        CREATE TABLE IF NOT EXISTS request (
            type TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, failure TEXT, time INTEGER NOT NULL,
            PRIMARY KEY (type, id, name)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS request_time ON request (time);
        CREATE TABLE IF NOT EXISTS step (
            bloc INTEGER NOT NULL, entry TEXT NOT NULL, name TEXT NOT NULL, result BLOB NOT NULL,
            PRIMARY KEY (bloc, entry, name)
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS journal (
            number INTEGER PRIMARY KEY, bloc INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            cause TEXT, version INTEGER NOT NULL, event BLOB NOT NULL, state BLOB NOT NULL
        );
        CREATE INDEX IF NOT EXISTS journal_bloc ON journal (bloc, sequence);
        CREATE TABLE IF NOT EXISTS parked (
            type TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, error TEXT NOT NULL, time INTEGER NOT NULL,
            dropped INTEGER NOT NULL, message INTEGER, version INTEGER, event BLOB, cause TEXT, request TEXT,
            PRIMARY KEY (type, id, name)
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS host (
            name TEXT PRIMARY KEY, expires INTEGER NOT NULL, time INTEGER NOT NULL, released INTEGER NOT NULL
        );
        CREATE TABLE IF NOT EXISTS broadcast (
            number INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, body BLOB NOT NULL, time INTEGER NOT NULL
        );
        """.split(separator: ";").map(String.init)

    /// Runs `body` as one transaction: if this returns, all of it is on disk; if it throws, none of it.
    ///
    /// Only one transaction at a time, on any host, has its turn: the numbers that it assigns are in commit order, and
    /// no other one with a turn sees half of it. Claiming or releasing blocs, sending, renewing a lease, and resolving
    /// parked items need a turn. It comes first: a transaction that waits for it holds nothing that others wait for.
    ///
    /// `body` may run several times; only the last run counts.
    public func transaction(takesTurn: Bool = false, _ body: () throws -> Void) throws {
        let before = cursors
        do {
            try reached(.begin)
            try database.transaction(takesTurn: takesTurn) {
                (cursors, hasChange) = (before, false)
                try body()
                if hasChange { try reached(.beforeCommit) }
            }
            if hasChange { try reached(.afterCommit) }
            try reached(.end)
        } catch {
            cursors = before
            throw error
        }
    }

    /// Returns whether other hosts may have committed something since the last call.
    func hasNews() -> Bool { database.hasNews() }

    // MARK: Blocs

    /// The condition that no other host with a valid lease owns a bloc; its parameters are this host and the time.
    private static let isFree =
        "(bloc.owner IS NULL OR bloc.owner = ?1 OR bloc.owner NOT IN (SELECT name FROM host WHERE expires > ?2))"

    /// Takes ownership of blocs of a type under new epochs, except those that a host with a valid lease owns or that
    /// have a newer version.
    ///
    /// Blocs that don't exist are created. The answers are by identifier.
    package func claim(_ ids: Set<String>, type: String, version: Int) throws -> [String: Claim] {
        let list = String(decoding: try JSONCoder.stored.encode(ids.sorted()), as: UTF8.self)
        let owned = try database.run(
            """
            INSERT INTO bloc (type, id, version, sequence, epoch, owner)
            SELECT ?3, value, ?4, 0, 1, ?1 FROM \(database.list)(?5)
            WHERE value NOT IN (SELECT id FROM parked WHERE type = ?3 AND name = ?6)
            ON CONFLICT (type, id) DO UPDATE SET owner = ?1, epoch = bloc.epoch + 1
            WHERE bloc.version <= ?4 AND \(Self.isFree)
            RETURNING type, id, version, sequence, state, wake, active, owner, number, epoch, progress
            """,
            [host, now, type, version, list, ParkedItem.bloc]
        )
        var blocs: [String: StoredBloc] = [:]
        for row in owned { blocs[row[1]] = Self.bloc(row) }
        // Separate queries: the previous one may have waited for another host's last commit.
        let these = "WHERE type = ?1 AND id IN (SELECT value FROM \(database.list)(?2))"
        let parked = try parked(these, [type, list])
        for item in parked { blocs[item.key.id]?.parked.append(item) }
        let steps = "SELECT id, entry, name, result FROM step JOIN bloc ON bloc.number = step.bloc \(these)"
        for row in try database.run(steps, [type, list]) {
            blocs[row[0]]?.steps[StepKey(entry: row[1], step: row[2])] = row[3]
        }
        let waiting = "SELECT number, type, id, version, event, cause, request FROM message \(these) ORDER BY number"
        for message in try database.run(waiting, [type, list]).map(Self.message) {
            blocs[message.key.id]?.messages.append(message)
        }
        var claims = blocs.mapValues(Claim.owned)
        for id in ids where claims[id] == nil {
            let damage = parked.first { $0.key.id == id && $0.name == ParkedItem.bloc }
            let versions = try database.run("SELECT version FROM bloc WHERE type = ?1 AND id = ?2", [type, id])
            let stored: Int = versions.first?[0] ?? 0
            claims[id] = damage.map { .parked($0.error) } ?? (stored > version ? .newer(stored) : .elsewhere)
        }
        return claims
    }

    private static func bloc(_ row: StoreRow) -> StoredBloc {
        StoredBloc(
            key: StoreKey(type: row[0], id: row[1]),
            version: row[2],
            sequence: row[3],
            state: row[4],
            wake: row[5],
            isActive: row[6],
            owner: row[7],
            hold: Hold(row: row[8], epoch: row[9]),
            progress: row[10]
        )
    }

    /// Stores the result of an event.
    ///
    /// - Throws: ``TakenOver``, perhaps from the transaction, if the bloc has a later epoch or another sequence number,
    ///   or if the message that delivered the event is no longer stored.
    package func commit(_ change: Change) throws {
        let (entry, hold) = (change.entry, change.hold)
        hasChange = true
        // An earlier owner may have handled the message after it was read here and before the claim.
        try database.post(
            """
            UPDATE bloc SET sequence = ?1, version = ?2, state = ?3, progress = ?4, wake = ?5, active = ?6
            WHERE number = ?7 AND owner = ?8 AND epoch = ?9 AND sequence = ?10
                AND (?11 = 0 OR EXISTS (SELECT 1 FROM message WHERE number = ?11))
            """,
            [
                entry.sequence, entry.version, entry.state, change.progress, change.wake, change.isActive,
                hold.row, host, hold.epoch, entry.sequence - 1, change.message?.number ?? 0,
            ],
            changesOne: true
        )
        if change.isJournaled {
            try database.post(
                """
                INSERT INTO journal (bloc, sequence, time, cause, version, event, state)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """,
                [hold.row, entry.sequence, entry.time, entry.cause, entry.version, entry.event, entry.state]
            )
        }
        for message in change.messages { try send(message) }
        if let message = change.message { try finish(message, failure: nil) }
        for (work, entry) in change.ended {
            try database.post("DELETE FROM step WHERE bloc = ?1 AND entry = ?2", [hold.row, entry])
            try unpark(change.key, work)
        }
    }

    /// Gives up a bloc immediately, so that another host can take it.
    package func release(_ key: StoreKey) throws {
        let sql = "UPDATE bloc SET owner = NULL WHERE type = ?1 AND id = ?2 AND owner = ?3"
        try database.post(sql, [key.type, key.id, host])
        // Makes other hosts examine all messages again.
        try database.post("UPDATE host SET released = released + 1 WHERE name = ?1", [host])
        try database.announce()
    }

    /// Returns whether the bloc is still held and, if given, has this sequence number.
    package func isCurrent(_ hold: Hold, sequence: Int64? = nil) throws -> Bool {
        let sql = "SELECT sequence FROM bloc WHERE number = ?1 AND owner = ?2 AND epoch = ?3\(database.locking)"
        guard let row = try database.run(sql, [hold.row, host, hold.epoch]).first else { return false }
        return sequence == nil || sequence == row[0]
    }

    /// Stores the result of a step.
    ///
    /// - Throws: ``TakenOver``, perhaps from the transaction, if the bloc is no longer held.
    package func record(_ result: [UInt8], for step: StepKey, _ hold: Hold) throws {
        try database.post(
            """
            INSERT INTO step (bloc, entry, name, result)
            SELECT number, ?1, ?2, ?3 FROM bloc WHERE number = ?4 AND owner = ?5 AND epoch = ?6\(database.locking)
            ON CONFLICT (bloc, entry, name) DO UPDATE SET result = excluded.result
            """,
            [step.entry, step.step, result, hold.row, host, hold.epoch],
            changesOne: true
        )
    }

    /// Returns the blocs of these types that have work or pending messages and aren't covered by a valid lease.
    package func orphans(_ types: [String]) throws -> [StoreKey] {
        try free(types, "type, id", where: "active").map { StoreKey(type: $0[0], id: $0[1]) }
    }

    /// The maximum number of due blocs that are read at once, and of jobs in one transaction.
    var page: Int { database.page }

    /// Returns the blocs of these types whose wake-up is due and that no other host owns, at most a page of them; if
    /// `hasMore` is true, the next call continues.
    package func due(_ types: [String]) throws -> (keys: [StoreKey], hasMore: Bool) {
        let rows = try free(
            types,
            "type, id, wake, number",
            where: "wake <= ?2 AND (wake, number) > (?3, ?4)",
            "ORDER BY wake, number LIMIT \(page)",
            [cursors.due.wake, cursors.due.number]
        )
        let last = rows.count < page ? nil : rows.last
        cursors.due = last.map { ($0[2], $0[3]) } ?? (.min, 0)
        return (rows.map { StoreKey(type: $0[0], id: $0[1]) }, last != nil)
    }

    /// Returns the time of the next wake-up after now.
    package func nextWake(_ types: [String]) throws -> StoreTime? {
        try free(types, "wake", where: "wake > ?2", "ORDER BY wake LIMIT 1").first?[0]
    }

    /// Selects blocs of these types that no other host owns; further parameters of the condition start at `?3`.
    private func free(
        _ types: [String],
        _ columns: String,
        where condition: String,
        _ order: String = "",
        _ parameters: [any Storable] = []
    ) throws -> [StoreRow] {
        if types.isEmpty { return [] }
        let list = types.indices.map { "?\($0 + parameters.count + 3)" }.joined(separator: ", ")
        // An expression, so that SQLite uses the index of times or of work; with the index of types it would scan all blocs.
        let isWanted = "\(condition) AND (type || '') IN (\(list)) AND \(Self.isFree)"
        return try database.run(
            "SELECT \(columns) FROM bloc WHERE \(isWanted) \(order)",
            [host, now] + parameters + types
        )
    }

    // MARK: Messages

    /// Adds an event for a bloc that another host may own, unless the bloc already has the request.
    package func send(_ message: Message) throws {
        try database.announce()
        try database.post(
            """
            INSERT INTO message (type, id, version, event, cause, request) SELECT ?1, ?2, ?3, ?4, ?5, ?6
            WHERE NOT EXISTS (SELECT 1 FROM request WHERE type = ?1 AND id = ?2 AND name = ?6)
                AND NOT EXISTS (SELECT 1 FROM message WHERE type = ?1 AND id = ?2 AND request = ?6)
            """,
            [message.key.type, message.key.id, message.version, message.event, message.cause, message.request]
        )
    }

    /// Returns the messages that arrived since the last call, or `all` of them, for blocs that no other host owns.
    package func messages(_ types: [String], all: Bool) throws -> [Message] {
        let rows = try database.run(
            """
            SELECT m.number, m.type, m.id, m.version, m.event, m.cause, m.request, (bloc.number IS NULL OR \(Self.isFree))
            FROM message m LEFT JOIN bloc ON bloc.type = m.type AND bloc.id = m.id WHERE m.number > ?3 ORDER BY m.number
            """,
            [host, now, all ? 0 : cursors.message]
        )
        cursors.message = rows.last?[0] ?? cursors.message
        return rows.filter { $0[7] && types.contains($0[1]) }.map(Self.message)
    }

    private static func message(_ row: StoreRow) -> Message {
        let key = StoreKey(type: row[1], id: row[2])
        return Message(number: row[0], key: key, version: row[3], event: row[4], cause: row[5], request: row[6])
    }

    /// Removes a message and stores its request's outcome: why the event changed nothing, or `nil` if it was handled.
    package func finish(_ message: Message, failure: String?) throws {
        try database.post("DELETE FROM message WHERE number = ?1", [message.number])
        guard let request = message.request else { return }
        // The sender is waiting, perhaps in another host.
        try database.announce()
        try database.post(
            "INSERT INTO request (type, id, name, failure, time) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
            [message.key.type, message.key.id, request, failure, now]
        )
    }

    /// Returns the outcome of a request, if it is known.
    package func outcome(of request: String, _ key: StoreKey) throws -> Outcome? {
        let sql = "SELECT failure FROM request WHERE type = ?1 AND id = ?2 AND name = ?3"
        guard let row = try database.run(sql, [key.type, key.id, request]).first else { return nil }
        let failure: String? = row[0]
        return failure.map { .failed(DurableError(.failed, $0)) } ?? .handled
    }

    /// Sends a message to the managers of all hosts.
    package func broadcast(_ type: String, _ body: [UInt8]) throws {
        try database.announce()
        try database.post("INSERT INTO broadcast (type, body, time) VALUES (?1, ?2, ?3)", [type, body, now])
    }

    /// Returns the broadcasts since the last call, or since the session was opened.
    package func broadcasts() throws -> [(type: String, body: [UInt8])] {
        let sql = "SELECT number, type, body FROM broadcast WHERE number > ?1 ORDER BY number"
        let rows = try database.run(sql, [cursors.broadcast])
        cursors.broadcast = rows.last?[0] ?? cursors.broadcast
        return rows.map { ($0[1], $0[2]) }
    }

    // MARK: Leases

    /// Extends this host's lease; `true` if the lease had already expired, so that other hosts may own its blocs now.
    package func renew(_ lease: Duration) throws -> Bool {
        if let time = try database.time() {
            // Follows clock drift but not clock jumps, which would make timers fire and leases expire all at once.
            let drift = min(max(time - now, .milliseconds(-5)), .milliseconds(5))
            start.add((StoreTime(microseconds: 0) + drift).microseconds, ordering: .relaxed)
        }
        let now = now
        let expires: StoreTime? = try database.run("SELECT expires FROM host WHERE name = ?1", [host]).first?[0]
        try database.post(
            """
            INSERT INTO host (name, expires, time, released) VALUES (?1, ?2, ?3, 0)
            ON CONFLICT (name) DO UPDATE SET expires = ?2, time = ?3
            """,
            [host, now + lease, now]
        )
        return expires.map { $0 <= now } ?? true
    }

    /// Returns a value that changes when a host joins, ends or loses its lease.
    package func membership() throws -> String {
        try database.run("SELECT name, released FROM host WHERE expires > ?1 ORDER BY name", [now])
            .map { "\($0[0] as String)#\($0[1] as Int64)" }.joined(separator: " ")
    }

    /// Deletes journal entries and request outcomes from before these times.
    package func prune(journal: StoreTime, requests: StoreTime) throws {
        // Entries are numbered in order, so only the oldest ones are examined.
        let journaled = "DELETE FROM journal WHERE number < (SELECT min(number) FROM journal) + 1000 AND time < ?1"
        try database.post(journaled, [journal])
        try database.post("DELETE FROM request WHERE time < ?1", [requests])
        try database.post("DELETE FROM broadcast WHERE time < ?1", [now - .seconds(3_600)])
        try database.post("DELETE FROM host WHERE expires < ?1", [now - .seconds(3_600)])
    }

    /// Ends the lease and the session.
    public func close() {
        // If this fails, the lease expires by itself.
        _ = try? transaction {
            try database.post("UPDATE host SET expires = 0 WHERE name = ?1", [host])
            try database.announce()
        }
        database.close()
    }

    // MARK: Operating

    /// Returns the stored blocs sorted by key: all, or those of a type or with an identifier.
    public func blocs(type: String?, id: String?, after: StoreKey?, limit: Int) throws -> [StoredBloc] {
        try database.run(
            """
            SELECT type, id, version, sequence, state, wake, active,
                CASE WHEN owner IN (SELECT name FROM host WHERE expires > ?1) THEN owner END, number, epoch, progress
            FROM bloc
            WHERE (type = ?2 OR ?2 IS NULL) AND (id = ?6 OR ?6 IS NULL) AND ((type, id) > (?3, ?4) OR ?3 IS NULL)
            ORDER BY type, id LIMIT ?5
            """,
            [now, type, after?.type, after?.id, limit, id]
        ).map(Self.bloc)
    }

    /// Returns the journal of a bloc, oldest entry first.
    package func journal(_ key: StoreKey) throws -> [JournalEntry] {
        try database.run(
            """
            SELECT j.sequence, j.time, j.cause, j.version, j.event, j.state
            FROM journal j JOIN bloc b ON b.number = j.bloc WHERE b.type = ?1 AND b.id = ?2 ORDER BY j.sequence
            """,
            [key.type, key.id]
        ).map {
            JournalEntry(sequence: $0[0], time: $0[1], cause: $0[2], version: $0[3], event: $0[4], state: $0[5])
        }
    }

    /// Parks work, a message or a bloc.
    ///
    /// - Throws: ``TakenOver`` if the bloc is no longer held.
    package func park(_ item: ParkedItem, _ hold: Hold? = nil) throws {
        if let hold, try !isCurrent(hold) { throw TakenOver() }
        let (key, message) = (item.key, item.message)
        if let message { try database.post("DELETE FROM message WHERE number = ?1", [message.number]) }
        try database.post(
            "DELETE FROM parked WHERE type = ?1 AND id = ?2 AND name = ?3",
            [key.type, key.id, item.name]
        )
        try database.post(
            """
            INSERT INTO parked
            (type, id, name, error, time, dropped, message, version, event, cause, request)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """,
            [
                key.type, key.id, item.name, item.error, item.time, item.isDropped, message?.number,
                message?.version, message?.event, message?.cause, message?.request,
            ]
        )
    }

    /// Returns the parked items of one bloc or of all.
    package func parked(_ key: StoreKey?) throws -> [ParkedItem] {
        try parked("WHERE type = ?1 AND id = ?2 OR ?1 IS NULL", [key?.type, key?.id])
    }

    private func parked(_ condition: String, _ parameters: [any Storable]) throws -> [ParkedItem] {
        // The first columns are in the same order as those of a stored message.
        try database.run(
            """
            SELECT message, type, id, version, event, cause, request, name, error, time, dropped
            FROM parked \(condition) ORDER BY time, type, id, name
            """,
            parameters
        ).map { row in
            let number: Int64? = row[0]
            return ParkedItem(
                key: StoreKey(type: row[1], id: row[2]),
                name: row[7],
                error: row[8],
                time: row[9],
                isDropped: row[10],
                message: number.map { _ in Self.message(row) }
            )
        }
    }

    private func unpark(_ key: StoreKey, _ name: String) throws {
        try database.post("DELETE FROM parked WHERE type = ?1 AND id = ?2 AND name = ?3", [key.type, key.id, name])
        // Makes hosts examine all messages again: some may have been waiting for the bloc.
        if name == ParkedItem.bloc { try database.post("UPDATE host SET released = released + 1", []) }
    }

    /// Unparks an item so that it is retried, and returns whether it existed.
    package func retry(_ key: StoreKey, _ name: String) throws -> Bool {
        guard let item = try parked(key).first(where: { $0.name == name }) else { return false }
        try unpark(key, name)
        try database.announce()
        if let message = item.message { try send(message) }
        return true
    }

    /// Drops a parked item, and returns whether it existed: work doesn't run again until its state is entered anew; a
    /// message or a bloc is deleted.
    package func drop(_ key: StoreKey, _ name: String) throws -> Bool {
        guard var item = try parked(key).first(where: { $0.name == name }) else { return false }
        if let message = item.message {
            try unpark(key, name)
            try finish(message, failure: "dropped")
        } else if name == ParkedItem.bloc {
            try unpark(key, name)
            let steps = "DELETE FROM step WHERE bloc IN (SELECT number FROM bloc WHERE type = ?1 AND id = ?2)"
            try database.post(steps, [key.type, key.id])
            try database.post("DELETE FROM bloc WHERE type = ?1 AND id = ?2", [key.type, key.id])
        } else {
            item.isDropped = true
            try park(item)
        }
        return true
    }
}
