import Foundation
import Repository
import Services
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
