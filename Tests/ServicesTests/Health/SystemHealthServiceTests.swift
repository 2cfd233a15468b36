import Foundation
import Repository
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Services

struct SystemHealthServiceTests {
    private struct StubProbe: APIProbe {
        let time: Date

        func probe() -> Date? { time }
    }

    private static let now = Date(timeIntervalSince1970: 1_000_000)

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

    private struct DamagedStore: StoreMaintenance {
        func check(full: Bool) async throws -> [StoreProblem] { [.damaged("a page is missing")] }
        func repair(at time: Date) async throws -> StoreRepair { StoreRepair() }
        func backup(to path: String) async throws {}
    }

    @Test func `the advised backup of a damaged database has what is only in its log`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("it's/home.sqlite")
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.apply([.add(.numbered(1))], title: "add")
        let service = SystemHealthService(databasePath: path, store: DamagedStore(), api: nil)
        let found = try await service.examine(HealthRequest(isOffline: true))
        let advice = try #require(found.first { $0.check == .database }?.advice)
        let command = try #require(advice.split(separator: "first: ").last).dropLast()
        let shell = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", String(command)])
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(command)")
        let copy = SQLiteContactDAO(path: folder.path("it's/backup-home.sqlite/home.sqlite"))
        #expect(try await copy.count(ContactFilter()) == 1)
        await copy.close()
        await dao.close()
    }

    @Test func `what is to be repaired is looked for everywhere`() async throws {
        let folder = TemporaryFolder()
        try Data().write(to: URL(filePath: folder.database))
        let store = SubtlyDamagedStore()
        let service = SystemHealthService(databasePath: folder.database, store: store, api: nil, now: { Self.now })
        _ = try await service.examine(HealthRequest(isOffline: true))
        #expect(!store.isRepaired.withLock { $0 })
        _ = try await service.examine(HealthRequest(isFixing: true, isOffline: true))
        #expect(store.isRepaired.withLock { $0 })
    }

    @Test(arguments: [(300.0, HealthFinding.Level.ok), (-300, .ok), (301, .warning), (-301, .warning)])
    func `a clock may be five minutes wrong`(seconds: Double, level: HealthFinding.Level) async throws {
        let path = SQLiteContactDAO.temporaryPath()
        let probe = StubProbe(time: Self.now.addingTimeInterval(seconds))
        let store = SQLiteContactDAO(path: path)
        let service = SystemHealthService(databasePath: path, store: store, api: probe, now: { Self.now })
        let found = try await service.examine(HealthRequest())
        #expect(!FileManager.default.fileExists(atPath: path))
        let clock = try #require(found.first { $0.check == .clock })
        #expect(clock.level == level)
        if level == .warning { #expect(clock.message.contains(seconds > 0 ? "behind" : "ahead")) }
    }
}

@Suite struct ExaminerTests {
    private let temporary = TemporaryFolder(mode: 0o700)
    private var folder: String { temporary.path }

    @Test func `every other book has a finding`() async throws {
        let sources = [BookSource.none, .folder(folder)]
        let books = sources.enumerated().map { index, source in
            let path = "\(folder)/\(index).sqlite"
            return (Book(name: "book\(index)", databasePath: path, source: source), SQLiteContactDAO(path: path))
        }
        let own = SQLiteContactDAO(path: folder + "/own.sqlite")
        let service = SystemHealthService(databasePath: folder + "/own.sqlite", store: own, api: nil, books: { books })
        let findings = try await service.examine(HealthRequest())
        await own.close()
        let told = findings.filter { $0.check == .book }
        #expect(told.map(\.level) == [.ok, .ok])
        #expect(told.last?.message.contains("“book1”") == true)
        #expect(findings.contains { $0.check == .api && $0.level == .ok })
    }

    @Test func `a private folder is fine unless a file has a fault, and a missing one is passed over`() throws {
        let request = HealthRequest(folders: [folder, folder + "/missing"], files: ["/dev/null", folder + "/none"])
        let findings = FolderExaminer(request: request).findings(besides: [])
        #expect(findings.map(\.level) == [.ok] && findings.map(\.check) == [.permissions])
        let fault = HealthFinding(.permissions, .problem, "A file is open to others.")
        #expect(FolderExaminer(request: HealthRequest()).findings(besides: [fault]).isEmpty)
        #expect(FolderExaminer.space(at: folder + "/a/b/contacts.sqlite").check == .space)
    }

    @Test func `a link that leads to itself, or to nothing, is a problem`() throws {
        for (name, target) in [("loop", "loop"), ("dangling", "none")] {
            let link = "\(folder)/\(name)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder)/\(target)")
            let found = FolderExaminer(request: HealthRequest(folders: [link])).findings(besides: [])
            #expect(found.map(\.level) == [.problem], "\(name)")
            #expect(found.first?.message.contains(link) == true)
        }
        #expect(FolderExaminer.unusable("\(folder)/loop/contacts.sqlite")?.message.contains("leads back") == true)
        #expect(FolderExaminer.unusable("\(folder)/none/contacts.sqlite") == nil)
    }

    @Test func `drafts are counted by their names`() throws {
        #expect(FolderExaminer.drafts(in: folder).message == "There are no drafts.")
        for name in ["contact-1.txt", "contact-2.txt", "other.txt"] {
            #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: nil))
        }
        #expect(FolderExaminer.drafts(in: folder).message == "2 drafts are kept in “\(folder)”.")
        #expect(FolderExaminer.drafts(in: nil).level == .ok)
    }
}
