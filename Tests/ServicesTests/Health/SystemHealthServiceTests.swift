import Foundation
import Repository
import Services
import Synchronization
import Testing

struct SystemHealthServiceTests {
    private struct StubProbe: APIProbe {
        let time: Date

        func probe() -> Date? { time }
    }

    private static let now = Date(timeIntervalSince1970: 1_000_000)

    private func findings(serverTime: Date) async throws -> [HealthFinding] {
        let path = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)/a.sqlite").path
        let service = SystemHealthService(
            databasePath: path,
            store: SQLiteContactDAO(path: path),
            api: StubProbe(time: serverTime),
            now: { Self.now }
        )
        defer { #expect(!FileManager.default.fileExists(atPath: path)) }
        return try await service.examine(HealthRequest())
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
            api: StubProbe(time: Self.now),
            now: { Self.now }
        )
        _ = try await service.examine(HealthRequest(isOffline: true))
        #expect(!store.isRepaired.withLock { $0 })
        _ = try await service.examine(HealthRequest(isFixing: true, isOffline: true))
        #expect(store.isRepaired.withLock { $0 })
    }

    @Test(arguments: [(300.0, HealthFinding.Level.ok), (-300, .ok), (301, .warning), (-301, .warning)])
    func `a clock may be five minutes wrong`(seconds: Double, level: HealthFinding.Level) async throws {
        let found = try await findings(serverTime: Self.now.addingTimeInterval(seconds))
        let clock = try #require(found.first { $0.check == .clock })
        #expect(clock.level == level)
        if level == .warning { #expect(clock.message.contains(seconds > 0 ? "behind" : "ahead")) }
    }
}
