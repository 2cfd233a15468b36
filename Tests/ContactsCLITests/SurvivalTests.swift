import Foundation
import Survival
import Testing

/// A short run of what `Scripts/stress program` does at length.
struct SurvivalTests {
    /// Runs `body` on a thread of its own, because it blocks while it waits for processes.
    private func detached<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: .init(catching: body)) }
        }
    }

    @Test func `a killed sync leaves complete pages and is continued`() async throws {
        let program = try #require(Binary.executable)
        _ = try await detached { try SyncKills(results: 10, pages: 5).run(5, program: program) }
    }

    @Test func `a killed synchronization of a book is finished by the next two passes`() async throws {
        let program = try #require(Binary.executable)
        let seed = UInt64.random(in: 0..<1_000_000)
        let summary = try await detached { try BookKills(with: .folder, seed: seed).run(6, program: program) }
        print(summary)
    }

    @Test func `eight concurrent processes that sync, edit and list lose nothing and see no lock`() async throws {
        let program = try #require(Binary.executable)
        _ = try await detached { try Crowd().run(seconds: 0, program: program) }
    }
}
