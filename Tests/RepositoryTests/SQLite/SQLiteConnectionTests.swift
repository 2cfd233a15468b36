import CSQLite
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct SQLiteConnectionTests {
    private let temporary = TemporaryFolder()
    /// A connection to a new, empty database.
    private let connection: SQLiteConnection
    private var path: String { temporary.database }

    init() throws {
        try Data().write(to: URL(fileURLWithPath: temporary.database))
        connection = try SQLiteConnection(path: temporary.database, mode: .readWrite)
    }

    @Test func `a connection has the safety settings`() throws {
        for (name, value) in [
            ("foreign_keys", 1), ("trusted_schema", 0), ("cell_size_check", 1), ("synchronous", 2), ("mmap_size", 0),
        ] as [(String, Int64)] { #expect(try connection.integer("PRAGMA \(name)") == value, "\(name)") }
        #expect(throws: SQLiteError.self) { try connection.text("SELECT \"typo\"") }
    }

    @Test func `a database with the smaller pages of older versions is copied and keeps them`() throws {
        #expect(try connection.integer("PRAGMA page_size") == 8192)
        let older = path + "-older"
        try Data().write(to: URL(fileURLWithPath: older))
        let writer = try SQLiteConnection(path: older, mode: .readWrite)
        try writer.execute("PRAGMA page_size = 4096; CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (7)")
        try writer.copy(to: connection)
        #expect(try connection.integer("SELECT a FROM t") == 7)
        #expect(try SQLiteConnection(path: older, mode: .readWrite).integer("PRAGMA page_size") == 4096)
    }

    @Test func `cancelling the task interrupts a long statement`() async throws {
        let task = Task.detached { [path] in
            withUnsafeCurrentTask { $0?.cancel() }
            let connection = try SQLiteConnection(path: path, mode: .readWrite)
            // Without the interrupt it would count for half a minute, and then not throw.
            return try connection.integer(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT count(*) FROM n"
            )
        }
        let error = await #expect(throws: SQLiteError.self) { try await task.value }
        #expect(error?.isInterruption == true)
    }

    @Test func `migrations run once, in order, all or none`() throws {
        let steps = [
            SQLiteMigration(1, sql: "CREATE TABLE a (x)"), SQLiteMigration(2, sql: "ALTER TABLE a ADD COLUMN y"),
        ]
        try SQLiteMigration.migrate(connection, applicationID: 7, steps: [steps[0]])
        #expect(try connection.integer("PRAGMA user_version") == 1)
        try SQLiteMigration.migrate(connection, applicationID: 7, steps: steps)
        try SQLiteMigration.migrate(connection, applicationID: 7, steps: steps)
        #expect(try connection.integer("PRAGMA user_version") == 2)
        #expect(SQLiteFileHeader.read(path) == .database(applicationID: 7))
        let broken = steps + [SQLiteMigration(3, sql: "CREATE TABLE b (x)"), SQLiteMigration(4, sql: "nonsense")]
        #expect(throws: SQLiteError.self) {
            try SQLiteMigration.migrate(connection, applicationID: 7, steps: broken)
        }
        #expect(try connection.integer("PRAGMA user_version") == 2)
        #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
    }

    @Test func `an error has codes and SQL but no arguments`() throws {
        try connection.execute("CREATE TABLE t (a TEXT UNIQUE) STRICT; INSERT INTO t VALUES ('secret')")
        let error = #expect(throws: SQLiteError.self) {
            try connection.withStatement("INSERT INTO t VALUES (?)") { statement in
                try statement.bind("secret", at: 1)
                try statement.run()
            }
        }
        #expect(error?.code == 19)
        #expect(error?.extendedCode == 2067)
        #expect(error?.sql == "INSERT INTO t VALUES (?)")
        #expect(error?.description.contains("secret") == false)
        #expect(throws: SQLiteError.self) { try connection.execute("nonsense") }
    }

    @Test(arguments: [
        (SQLITE_BUSY, RepositoryError.Code.databaseBusy), (SQLITE_LOCKED, .databaseBusy),
        (SQLITE_CORRUPT, .unreadableDatabase), (SQLITE_NOTADB, .unreadableDatabase), (SQLITE_FULL, .inputOutput),
        (SQLITE_READONLY, .inputOutput), (SQLITE_CANTOPEN, .inputOutput), (SQLITE_IOERR, .inputOutput),
        (SQLITE_NOMEM, .internal), (SQLITE_CONSTRAINT, .internal),
    ])
    func `each result code is an error for users that names the file`(code: Int32, expected: RepositoryError.Code) {
        // With an extension, which must not matter.
        let error = RepositoryError(SQLiteError(extendedCode: code | 3 << 8, message: "m"), path: "/x/y.db")
        #expect(error.code == expected)
        #expect(error.message.contains("“/x/y.db”"))
    }

    #if os(Linux)
    @Test func `reading the header keeps the locks of open connections`() throws {
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        // A lock of an open file description conflicts with POSIX locks of the same process, too. Closing the file
        // drops the POSIX locks, so it is closed last.
        let file = open(path, O_RDWR)
        defer { close(file) }
        func isLocked() -> Bool {
            var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
            let getLockOfOpenFile: Int32 = 36
            return fcntl(file, getLockOfOpenFile, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
        }
        #expect(isLocked())
        #expect(SQLiteFileHeader.read(path) == .database(applicationID: 0))
        #expect(isLocked())
    }
    #endif
}
