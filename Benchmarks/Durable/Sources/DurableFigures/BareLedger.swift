import BareSQLite

/// The statements of a commit of durable blocs, without the host: what an event changes in its bloc, and its entry in the journal.
final class BareLedger {
    private let database: OpaquePointer
    private let begin, change, journal, commit: OpaquePointer

    init(_ path: String) {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let database = opened else { fatalError("cannot open \(path)") }
        self.database = database
        for sql in [
            "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
            "CREATE TABLE bloc (number INTEGER PRIMARY KEY, sequence INTEGER, state BLOB, owner TEXT, epoch INTEGER)",
            "CREATE TABLE journal (number INTEGER PRIMARY KEY, bloc INTEGER, sequence INTEGER, time INTEGER, event BLOB, state BLOB)",
            "CREATE INDEX journal_bloc ON journal (bloc, sequence)",
        ] { precondition(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK) }
        func prepared(_ sql: String) -> OpaquePointer {
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
                fatalError("cannot prepare \(sql)")
            }
            return statement
        }
        for number in 0..<8 {
            let insert = "INSERT INTO bloc VALUES (\(number), 0, '{}', 'me', 1)"
            precondition(sqlite3_exec(database, insert, nil, nil, nil) == SQLITE_OK)
        }
        begin = prepared("BEGIN IMMEDIATE")
        change = prepared(
            "UPDATE bloc SET sequence = ?1, state = ?2 WHERE number = ?3 AND owner = 'me' AND epoch = 1 AND sequence = ?1 - 1"
        )
        journal = prepared("INSERT INTO journal (bloc, sequence, time, event, state) VALUES (?3, ?1, 1, ?4, ?2)")
        commit = prepared("COMMIT")
    }

    deinit {
        for statement in [begin, change, journal, commit] { sqlite3_finalize(statement) }
        sqlite3_close(database)
    }

    /// Commits one event of each of the first `blocs`.
    func commit(blocs: Int, sequence: Int) {
        run(begin)
        for bloc in 0..<blocs {
            for statement in [change, journal] {
                sqlite3_bind_int64(statement, 1, Int64(sequence))
                sqlite3_bind_blob(statement, 2, state.baseAddress, Int32(state.count), nil)
                sqlite3_bind_int64(statement, 3, Int64(bloc))
                sqlite3_bind_blob(statement, 4, event.baseAddress, Int32(event.count), nil)
                run(statement)
            }
        }
        run(commit)
    }

    // Kept as long as the program runs, so that SQLite need not copy them.
    private let state = UnsafeBufferPointer(BareLedger.copied(#"{"sum":1234}"#))
    private let event = UnsafeBufferPointer(BareLedger.copied(#"{"deposited":{"_0":1}}"#))

    private static func copied(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        return bytes
    }

    private func run(_ statement: OpaquePointer) {
        precondition(sqlite3_step(statement) == SQLITE_DONE)
        sqlite3_reset(statement)
    }
}
