import Bloc
import BookSyncDoubles
import Foundation
import Repository
import Services
import Synchronization
import Testing

@testable import BookSync
@testable import ContactsCLI

@Suite struct BookSyncRunTests {
    private func report(_ actions: SyncReport.Action...) -> SyncReport {
        var report = SyncReport()
        report.source = "work"
        report.entries = actions.map { SyncReport.Entry(action: $0, name: "Ada") }
        return report
    }

    @Test func `the summary counts what was done, and says of a trial that it would be`() {
        #expect(
            report(.addedHere, .addedHere, .apart).summary(isTrial: false)
                == "Synchronized with “work”: 2 new here, 1 kept apart."
        )
        #expect(report().summary(isTrial: true) == "Would synchronize with “work”: nothing to do.")
    }

    @Test func `what was kept apart makes the exit status partial`() {
        #expect(report(.addedHere, .apart).isPartial)
        #expect(report(.notSent).isPartial)
        #expect(!report(.conflict, .merged).isPartial)
    }

    @Test func `errors of a source have the statuses of the program`() {
        func status(_ error: any Error) -> ContactsCLI.ExitStatus { Failure(error).status }
        #expect(status(CardSourceError(.authentication, "m")) == .noPermission)
        #expect(status(CardSourceError(.unavailable, "m")) == .unavailable)
        #expect(status(CardSourceError(.missing, "m")) == .noInput)
        #expect(status(CardSourceError(.badAnswer, "m")) == .badData)
        #expect(status(SyncRefusal(message: "m")) == .noPermission)
        #expect(status(RepositoryError(.databaseBusy, "m")) == .tryAgain)
    }

    @Test(arguments: [(nil, 30), (5, 30), (90, 90), (-10, 30)] as [(TimeInterval?, Int)])
    func `a watch leaves a source alone for 30 seconds, or as long as it asks for`(asked: TimeInterval?, seconds: Int) {
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(BookSyncRun.pause(until: asked.map(now.addingTimeInterval), now: now) == .seconds(seconds))
    }

    /// A source that is not where it was.
    private struct MovedSource: MovableCardSource {
        let there: MemoryCardSource

        private var gone: CardSourceError { CardSourceError(.missing, "There is nothing.") }

        func describe() async throws -> CardSourceDescription { throw gone }
        func changes(since token: String?) async throws -> CardChanges { throw gone }
        func read(_ hrefs: [String]) async throws -> [CardRead] { throw gone }
        func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite { throw gone }
        func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite { throw gone }
        func remove(_ href: String, ifMatch etag: String?) async throws { throw gone }

        func otherPlaces() async throws -> [CardPlace] {
            [CardPlace(address: "https://dav.example/new/", hasSameName: true, source: there)]
        }
    }

    @Test func `the address where a source was found is kept, but not by a trial`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteContactDAO(path: folder.path("contacts.db"))
        let there = MemoryCardSource(name: "work")
        let kept = Mutex<[String]>([])
        let service = StoreBookSyncService(store: store) { address in
            kept.withLock { $0.append(address) }
        } source: {
            MovedSource(there: there)
        }
        for isTrial in [true, false] {
            let report = try await service.synchronize(BookSyncRequest(isTrial: isTrial), ask: nil) { _ in }
            #expect(report.newAddress == "https://dav.example/new/")
            #expect(kept.withLock { $0 } == (isTrial ? [] : ["https://dav.example/new/"]))
        }
        await store.close()
    }

    @Test func `a trial changes neither side`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteContactDAO(path: folder.path("contacts.db"))
        let source = MemoryCardSource(name: "work")
        source.put("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:Ada\r\nN:;Ada;;;\r\nEND:VCARD\r\n", as: "a.vcf")
        var bob = Contact(id: ContactID(rawValue: ""), origin: .local)
        bob.name.first = "Bob"
        _ = try await store.apply([.add(bob)], title: "add")
        let service = StoreBookSyncService(store: store) { source }
        let bloc = BookSyncBloc(service: service, manager: BlocManager())
        guard case .finished(let trial) = try await bloc.content(of: .requested(BookSyncRequest(isTrial: true))) else {
            Issue.record("no report")
            return
        }
        #expect(Set(trial.entries.map(\.name)) == ["Ada", "Bob"])
        #expect(source.cards.count == 1)
        #expect(try await store.count(ContactFilter()) == 1)
        guard case .finished(let report) = try await bloc.content(of: .requested(BookSyncRequest())) else {
            Issue.record("no report")
            return
        }
        #expect(report.entries.map(\.action) == trial.entries.map(\.action))
        #expect(source.cards.count == 2)
        await store.close()
    }
}
