import Dispatch
import Foundation
import Synchronization

extension ContactDatabase {
    /// Whether others than the owner may read the file or what SQLite keeps beside it.
    func permissionProblems() -> [StoreProblem] {
        ["", "-wal", "-shm"].compactMap { suffix in
            var information = stat()
            guard stat(path + suffix, &information) == 0, information.st_mode & 0o077 != 0 else { return nil }
            return .permissions(path: path + suffix, mode: Int(information.st_mode & 0o777))
        }
    }

    /// Writes a copy of the database to another file, whole or not at all.
    func backup(to target: String) throws {
        let target = target.hasPrefix("/") ? target : FileManager.default.currentDirectoryPath + "/" + target
        guard
            URL(fileURLWithPath: target).resolvingSymlinksInPath()
                != URL(fileURLWithPath: path).resolvingSymlinksInPath()
        else {
            throw RepositoryError(.invalidInput, "The backup “\(target)” is the database itself; give another path.")
        }
        let partial = target + ".partial-\(UUID().uuidString)"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
        let isDone: Void? = try reading { connection in
            try DatabaseFile.create(partial)
            let copy = try SQLiteConnection(path: partial, mode: .readWrite)
            try connection.copy(to: copy)
            // One file alone, without a log beside it.
            _ = try copy.text("PRAGMA journal_mode = DELETE")
        }
        guard isDone != nil else {
            throw RepositoryError(.notFound, "There is no database “\(path)” yet, and so nothing to make a backup of.")
        }
        try Self.flush(partial)
        guard rename(partial, target) == 0 else {
            throw RepositoryError(
                .cannotCreate,
                "The backup “\(target)” cannot be written: \(String(cString: strerror(errno)))."
            )
        }
        // The name as well as the content; a file system that cannot do this has to be trusted.
        try? Self.flush(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }

    private static func flush(_ path: String) throws {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            try file.synchronize()
        } catch {
            throw RepositoryError(.inputOutput, "“\(path)” cannot be written to the disk.")
        }
    }
}

/// Writes the log of a database back into its file on a thread of its own, while more is written to the log.
///
/// SQLite begins the log anew when all of it is in the file, which it never is while one transaction follows the other. So
/// most is written back here, and the last bit, for which the disk is waited for but shortly, by the writer between two
/// transactions.
package final class BackgroundCheckpoint: Sendable {
    private enum State {
        case idle
        case running
        /// What is left of the log is for the writer to write back.
        case writersTurn
    }

    private let path: String
    private let logSize: Int64
    private let queue = DispatchQueue(label: "contacts.checkpoint")
    private let state = Mutex(State.idle)

    /// From how many bytes on the log is written back when nobody says otherwise.
    ///
    /// With more, a page that changes often is written less often, and the disk is waited for less often. Closing the file
    /// empties the log.
    package static let logSize: Int64 = 96_000_000

    /// How often the log is written back; after the first time only what has come meanwhile.
    private static let rounds = 2

    /// Creates one for the file at the path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - logSize: From how many bytes on the log is written back.
    package init(path: String, logSize: Int64 = BackgroundCheckpoint.logSize) {
        self.path = path
        self.logSize = logSize
    }

    /// Sees to the log after a transaction of the connection.
    ///
    /// What was written is safe in the log; so a failure is nobody's, and the next transaction comes here again.
    package func look(after connection: SQLiteConnection) {
        let isTime = state.withLock { state in
            switch state {
            case .running: return false
            case .writersTurn:
                state = .idle
                return true
            case .idle:
                guard connection.loggedBytes >= logSize else { return false }
                state = .running
                queue.async { self.run() }
                return false
            }
        }
        if isTime { try? connection.checkpoint() }
    }

    /// Waits until the thread has written back what it was to.
    package func waitForRun() {
        queue.sync {}
    }

    /// Waits for the thread, and leaves the rest to whoever closes the file.
    package func finish() {
        waitForRun()
        state.withLock { $0 = .idle }
    }

    private func run() {
        var next = State.writersTurn
        do {
            let connection = try SQLiteConnection(path: path, mode: .readWrite)
            for _ in 0..<Self.rounds { try connection.checkpoint() }
        } catch let error as SQLiteError where error.isBusy {
            // Somebody else is writing the log back.
            next = .idle
        } catch {
            // The writer may fare better.
        }
        state.withLock { $0 = next }
    }
}
