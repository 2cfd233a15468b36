import Foundation
import Survival
import Testing

/// A little of what `Scripts/survive` does at length.
@Suite(.timeLimit(.minutes(20)))
struct SurvivalTests {
    /// The processes are waited for on a thread of their own.
    private func detached<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: .init(catching: body)) }
        }
    }

    @Test func `a sync that is killed leaves whole pages and is gone on with`() async throws {
        let program = try #require(Binary.executable)
        _ = try await detached { try SyncKills(results: 10, pages: 5).run(5, program: program) }
    }

    @Test func `a state that is being saved when the process is killed is the old one or the new one`() async throws {
        let probe = try #require(Binary.executable?.deletingLastPathComponent().appending(path: "SurvivalProbe"))
        _ = try await detached { try ValueKills().run(5, probe: probe) }
    }

    @Test func `eight processes that sync, edit and list at once lose nothing and see no lock`() async throws {
        let program = try #require(Binary.executable)
        _ = try await detached { try Crowd().run(seconds: 0, program: program) }
    }
}
