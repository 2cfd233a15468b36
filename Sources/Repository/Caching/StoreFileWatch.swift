import Synchronization

/// Hears that the file of a store was written, by this or another process, so that the store does not have to be polled.
///
/// It hears of it where the system tells of changes in folders, and where the folder exists.
public final class StoreFileWatch: Sendable {
    /// How long to wait before the store is looked at after its file was written, and again while it has not changed.
    ///
    /// A transaction is seen by others only a moment after its last write, of which the system tells nothing.
    static let looks: [Duration] = [.milliseconds(80), .milliseconds(240), .milliseconds(600)]

    private let path: String
    private let writes = ChangeSignal()
    private let settledCount = Mutex(0)
    #if os(Linux)
    private let watch = Mutex<FolderWatch?>(nil)
    #endif

    /// Creates a watch of the database at the absolute path, which begins when it is first asked for.
    public init(path: String) {
        self.path = path
    }

    deinit {
        #if os(Linux)
        watch.withLock { $0?.stop() }
        #endif
    }

    /// How often the file was written, or several times in quick succession.
    var count: Int { writes.count }

    /// The number of tasks that wait for a write.
    var waiterCount: Int { writes.waiterCount }

    /// How many of these writes are known to be seen: the store was read long enough after them.
    var settled: Int { settledCount.withLock { $0 } }

    /// Notes that this many writes are seen.
    func settle(_ count: Int) { settledCount.withLock { $0 = max($0, count) } }

    /// Begins to watch, unless it did before.
    ///
    /// - Returns: Whether the file is watched; if not, the store has to be polled.
    func begin() -> Bool {
        #if os(Linux)
        return watch.withLock { watch in
            if watch != nil { return true }
            let parts = DatabaseFile.target(of: path).split(separator: "/", omittingEmptySubsequences: false)
            guard let last = parts.last, !last.isEmpty else { return false }
            let name = String(last)
            // The shared memory beside them is also changed by readers.
            let names: Set<String> = [name, name + "-wal", name + "-journal"]
            let folder = "/" + parts.dropLast().joined(separator: "/")
            guard let made = FolderWatch([folder], at: .written, isWanted: { names.contains($0) }) else { return false }
            watch = made
            Task { [writes, changes = made.changes] in
                for await _ in changes { writes.send() }
            }
            return true
        }
        #else
        return false
        #endif
    }

    /// Waits until the file was written more often, or until the task is cancelled.
    func wait(after count: Int) async { await writes.wait(after: count) }
}
