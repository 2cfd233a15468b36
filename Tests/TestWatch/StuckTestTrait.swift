import Foundation
public import Testing

/// Ends the process with the names of its tests when none of them can end, so that the run doesn't hang.
///
/// There is no limit in wall time, which a loaded machine exceeds. The tests are stuck
/// - when neither this process nor a child of it has used the processor for about ten seconds, so nothing wakes them; or
/// - when the process has used ten minutes of processor time since a test last began or ended.
public struct StuckTestTrait: SuiteTrait, TestTrait, TestScoping {
    /// Applies to every test of a suite.
    public var isRecursive: Bool { true }

    /// Runs a test case while the watch looks at it.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let number = StuckWatch.shared.begin("\(test.id)")
        defer { StuckWatch.shared.end(number) }
        try await function()
    }
}

extension Trait where Self == StuckTestTrait {
    /// Ends the process with the name of the test when it cannot end.
    public static var watched: Self { Self() }
}

/// Watches the running tests of the process.
private final class StuckWatch: Sendable {
    private struct Guarded {
        /// The names of the running tests, by the number of tests that had begun or ended.
        var names: [Int: String] = [:]
        /// How many tests have begun or ended.
        var progress = 0
        var isWatching = false
    }

    static let shared = StuckWatch()

    private let guarded = Locked(Guarded())

    func begin(_ name: String) -> Int {
        let (number, starts) = guarded.withLock { guarded in
            guarded.progress += 1
            guarded.names[guarded.progress] = name
            defer { guarded.isWatching = true }
            return (guarded.progress, !guarded.isWatching)
        }
        if starts { Thread.detachNewThread { self.watch() } }
        return number
    }

    func end(_ number: Int) {
        guarded.withLock { guarded in
            guarded.progress += 1
            guarded.names[number] = nil
        }
    }

    /// Looks at the process twice a second while tests run.
    private func watch() {
        var activity = ProcessActivity()
        var (idleLooks, progress, busySince) = (0, 0, activity.processorTime)
        while true {
            Thread.sleep(forTimeInterval: 0.5)
            let (names, now) = guarded.withLock { guarded in
                guarded.isWatching = !guarded.names.isEmpty
                return (guarded.names.values.sorted(), guarded.progress)
            }
            if names.isEmpty { return }
            idleLooks = activity.look() ? 0 : idleLooks + 1
            if now != progress { (progress, busySince) = (now, activity.processorTime) }
            guard idleLooks >= 20 || activity.processorTime - busySince > Self.busyLimit else { continue }
            let text = names.map { "    \($0)\n" }.joined()
            FileHandle.standardError.write(Data("error: these tests are stuck:\n\(text)".utf8))
            for child in ProcessActivity.children { kill(child, SIGKILL) }
            exit(EXIT_FAILURE)
        }
    }

    // More than all tests of the process use together.
    #if BLOC_THREAD_SANITIZER
    private static let busyLimit = Duration.seconds(6_000)
    #else
    private static let busyLimit = Duration.seconds(600)
    #endif
}
