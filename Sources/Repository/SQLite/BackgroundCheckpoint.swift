import Dispatch
import Synchronization

/// Checkpoints a write-ahead log on a thread of its own while the writer goes on.
///
/// SQLite restarts the log when all of it is in the file, which it never is while transactions follow each other without
/// a pause. So this thread copies most of the log, and the writer copies the short rest between two transactions.
package final class BackgroundCheckpoint: Sendable {
    private enum State {
        case idle
        case running
        /// The writer checkpoints the rest after its next transaction.
        case writersTurn
    }

    private let path: String
    private let logSize: Int64
    private let interruption: Interruption
    private let queue = DispatchQueue(label: "contacts.checkpoint")
    private let state = Mutex(State.idle)

    /// The default size in bytes from which on the log is checkpointed.
    ///
    /// A larger log writes a page that changes often back less often, and waits for the disk less often. Closing the
    /// database empties the log.
    package static let logSize: Int64 = 96_000_000

    /// How often the thread checkpoints; after the first time only what was added meanwhile.
    private static let rounds = 2

    /// Creates the checkpoint of a database.
    ///
    /// - Parameters:
    ///   - path: The path of the database.
    ///   - logSize: The size in bytes from which on the log is checkpointed.
    ///   - interruption: Ends what the thread waits for.
    package init(
        path: String,
        logSize: Int64 = BackgroundCheckpoint.logSize,
        interruption: Interruption = Interruption()
    ) {
        self.path = path
        self.interruption = interruption
        self.logSize = logSize
    }

    /// Checkpoints the log after a transaction of the connection, if it is time.
    ///
    /// A failure is ignored: the data is safe in the log, and the next transaction tries again.
    package func checkpoint(after connection: SQLiteConnection) {
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

    /// Waits for the thread's current checkpoint.
    package func waitForRun() {
        queue.sync {}
    }

    /// Waits for the thread, and leaves the rest to the caller, which closes the database.
    package func finish() {
        waitForRun()
        state.withLock { $0 = .idle }
    }

    private func run() {
        var next = State.writersTurn
        do {
            let connection = try SQLiteConnection(path: path, mode: .readWrite, interruption: interruption)
            for _ in 0..<Self.rounds { try connection.checkpoint() }
        } catch let error as SQLiteError where error.isBusy {
            // Another connection is checkpointing.
            next = .idle
        } catch {
            // The writer tries again.
        }
        state.withLock { $0 = next }
    }
}
