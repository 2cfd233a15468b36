import Foundation

/// Watches the running tests of the process and notices when they are stuck.
public final class StuckWatch: Sendable {
    /// A running test case.
    final class Entry: Sendable {
        private struct Guarded {
            var isStuck: Bool?
            var waiting: CheckedContinuation<Bool, Never>?
        }

        let name: String
        private let guarded = Locked(Guarded())

        init(name: String) {
            self.name = name
        }

        /// Whether the test is stuck; waits until it has ended or is.
        var isStuck: Bool {
            get async {
                await withCheckedContinuation { continuation in
                    let known = guarded.withLock { guarded in
                        if guarded.isStuck == nil { guarded.waiting = continuation }
                        return guarded.isStuck
                    }
                    if let known { continuation.resume(returning: known) }
                }
            }
        }

        /// Says how the test went, the first time.
        func decide(isStuck: Bool) {
            let waiting = guarded.withLock { guarded in
                if guarded.isStuck == nil { guarded.isStuck = isStuck }
                return guarded.waiting.take()
            }
            waiting?.resume(returning: isStuck)
        }
    }

    private struct Guarded {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The entries that were found to be stuck and have not ended.
        var stuck: Set<ObjectIdentifier> = []
        var waits: [Int: @Sendable () -> Void] = [:]
        var lastWait = 0
        /// How many tests have begun or ended.
        var progress = 0
        var isWatching = false
    }

    /// The watch of this process.
    public static let shared = StuckWatch()

    private let guarded = Locked(Guarded())

    private init() {}

    func begin(_ name: String) -> Entry {
        let entry = Entry(name: name)
        let starts = guarded.withLock { guarded in
            guarded.entries[ObjectIdentifier(entry)] = entry
            guarded.progress += 1
            defer { guarded.isWatching = true }
            return !guarded.isWatching
        }
        if starts { Thread.detachNewThread { self.watch() } }
        return entry
    }

    func end(_ entry: Entry) {
        guarded.withLock { guarded in
            guarded.entries[ObjectIdentifier(entry)] = nil
            guarded.stuck.remove(ObjectIdentifier(entry))
            guarded.progress += 1
        }
        entry.decide(isStuck: false)
    }

    /// Runs a closure if tests are found to be stuck before the token is given to ``forget(_:)``.
    ///
    /// - Parameter resume: Resumes what waits.
    /// - Returns: A token.
    public func onStuck(_ resume: @escaping @Sendable () -> Void) -> Int {
        guarded.withLock { guarded in
            guarded.lastWait += 1
            guarded.waits[guarded.lastWait] = resume
            return guarded.lastWait
        }
    }

    /// Forgets a closure of ``onStuck(_:)``.
    public func forget(_ token: Int) {
        guarded.withLock { $0.waits[token] = nil }
    }

    // MARK: Watching

    /// Looks at the process twice a second while tests run.
    private func watch() {
        var activity = ProcessActivity()
        var idleLooks = 0
        var progress = 0
        var busySince = activity.processorTime
        while true {
            Thread.sleep(forTimeInterval: 0.5)
            let (isOver, now, hasStuck) = guarded.withLock { guarded in
                if guarded.entries.isEmpty { guarded.isWatching = false }
                return (guarded.entries.isEmpty, guarded.progress, !guarded.stuck.isEmpty)
            }
            if isOver { return }
            idleLooks = activity.look() ? 0 : idleLooks + 1
            if now != progress {
                progress = now
                busySince = activity.processorTime
            }
            let limit = hasStuck ? Self.secondBusyLimit : Self.busyLimit
            guard idleLooks >= 20 || activity.processorTime - busySince > limit else { continue }
            letGo(killing: ProcessActivity.children)
            idleLooks = 0
            busySince = activity.processorTime
        }
    }

    #if BLOC_THREAD_SANITIZER
    private static let busyLimit = Duration.seconds(6_000)
    #else
    // More than all tests of the process use together.
    private static let busyLimit = Duration.seconds(600)
    #endif
    private static let secondBusyLimit = Duration.seconds(20)

    /// Fails all running tests; ends the process if one of them was failed before and did not end.
    private func letGo(killing children: [pid_t]) {
        let (entries, waits, left) = guarded.withLock { guarded in
            let left = guarded.stuck.compactMap { guarded.entries[$0]?.name }
            guarded.stuck = Set(guarded.entries.keys)
            defer { guarded.waits = [:] }
            return (Array(guarded.entries.values), Array(guarded.waits.values), left)
        }
        if !left.isEmpty {
            let names = left.sorted().map { "    \($0)\n" }.joined()
            FileHandle.standardError.write(
                Data("error: these tests are stuck and do not react to cancellation:\n\(names)".utf8)
            )
            exit(EXIT_FAILURE)
        }
        for entry in entries { entry.decide(isStuck: true) }
        for child in children { kill(child, SIGKILL) }
        for resume in waits { resume() }
    }
}

/// A value under a lock whose order the thread sanitizer sees, unlike that of a `Mutex` on Linux.
///
/// Unchecked: the lock guards the value.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
