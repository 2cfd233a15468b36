import Foundation
import Testing

@testable import Repository

@Suite struct DatabaseFileTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private var folder: String { temporary.path }

    #if os(Linux)
    @Test func `reading the header keeps the locks of open connections`() async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let connection = try SQLiteConnection(path: path, mode: .readWrite)
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
        withExtendedLifetime(connection) {}
    }
    #endif
}
