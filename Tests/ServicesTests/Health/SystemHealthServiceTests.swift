import Foundation
import Repository
import Services
import Synchronization
import Testing

struct SystemHealthServiceTests {
    private struct StubProbe: APIProbe {
        let result: Result<Date?, RepositoryError>

        func probe() async throws -> Date? { try result.get() }
    }

    private static let now = Date(timeIntervalSince1970: 1_000_000)

    private func findings(_ result: Result<Date?, RepositoryError>, offline: Bool = false) async throws
        -> [HealthFinding]
    {
        let path = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)/a.sqlite").path
        let service = SystemHealthService(
            databasePath: path,
            store: SQLiteContactDAO(path: path),
            api: StubProbe(result: result),
            now: { Self.now }
        )
        defer { #expect(!FileManager.default.fileExists(atPath: path)) }
        return try await service.examine(HealthRequest(isOffline: offline))
    }

    /// A store with a defect that only a full check finds, until it's repaired.
    private final class SubtlyDamagedStore: StoreMaintenance {
        let isRepaired = Mutex(false)

        func check(full: Bool) async throws -> [StoreProblem] {
            full && !isRepaired.withLock { $0 } ? [.searchIndex] : []
        }

        func repair(at time: Date) async throws -> StoreRepair {
            isRepaired.withLock { $0 = true }
            return StoreRepair()
        }

        func backup(to path: String) async throws {}
    }

    @Test func `what is to be repaired is looked for everywhere`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let store = SubtlyDamagedStore()
        let service = SystemHealthService(
            databasePath: file.path,
            store: store,
            api: StubProbe(result: .success(Self.now)),
            now: { Self.now }
        )
        _ = try await service.examine(HealthRequest(isOffline: true))
        #expect(!store.isRepaired.withLock { $0 })
        _ = try await service.examine(HealthRequest(isFixing: true, isOffline: true))
        #expect(store.isRepaired.withLock { $0 })
    }

    @Test(arguments: [
        (300.0, HealthFinding.Level.ok), (-300, .ok), (301, .warning), (-301, .warning),
    ])
    func `a clock may be five minutes wrong`(seconds: Double, level: HealthFinding.Level) async throws {
        let found = try await findings(.success(Self.now.addingTimeInterval(seconds)))
        let clock = try #require(found.first { $0.check == .clock })
        #expect(clock.level == level)
        if level == .warning { #expect(clock.message.contains(seconds > 0 ? "behind" : "ahead")) }
    }

    @Test func `an API that fails is a problem with advice, and is not asked offline`() async throws {
        let error = RepositoryError(.network, "Nobody is there.")
        let found = try await findings(.failure(error))
        let api = try #require(found.first { $0.check == .api })
        #expect(api.level == .problem)
        #expect(api.message == "Nobody is there.")
        #expect(api.advice != nil)
        #expect(try await findings(.failure(error), offline: true).allSatisfy { $0.level == .ok })
    }
}
