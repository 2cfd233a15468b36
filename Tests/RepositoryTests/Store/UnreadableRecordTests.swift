import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

/// A store with one contact whose card cannot be read, as each reader meets it.
@Suite struct UnreadableRecordTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private let broken: ContactID = "uuid-a"

    /// Runs `body` on a store after the SQL, and returns what it left out.
    private func onUnreadable(
        after sql: String = "UPDATE contact_local SET card = '{' WHERE contact = (SELECT number FROM contact "
            + "WHERE id = 'uuid-a')",
        by body: (SQLiteContactDAO) async throws -> Void
    ) async throws -> Set<UnreadableRecord> {
        try await fillDamaged(path, by: sql)
        let onUnreadable = Mutex<Set<UnreadableRecord>>([])
        let dao = SQLiteContactDAO(
            path: path,
            onUnreadable: { record in onUnreadable.withLock { _ = $0.insert(record) } }
        )
        try await body(dao)
        await dao.close()
        return onUnreadable.withLock(\.self)
    }

    /// Runs `body` on a store with such a contact, and expects that the contact is told of.
    private func reading(tells: Bool = true, _ body: (SQLiteContactDAO) async throws -> Void) async throws {
        #expect(try await onUnreadable(by: body).map(\.contact) == (tells ? [broken] : []))
    }

    @Test func `pages, searches and numbers pass it over, and pages are as long as was asked for`() async throws {
        try await reading { dao async throws in
            let first = try await dao.contacts(ContactQuery(limit: 1))
            let next = try await dao.contacts(ContactQuery(limit: 1, after: first.next))
            #expect(first.ids + next.ids == ["uuid-b", "local"] && next.next == nil)
            #expect(try await dao.found("last") == ["uuid-b"])
            #expect(try await dao.overview().contacts == 2)
            #expect(try await dao.contacts(withIDs: [broken, "local"]).count == 1)
        }
    }

    @Test func `the contact itself is an error, to read and to change`() async throws {
        try await reading(tells: false) { dao async throws in
            for attempt in [
                await repositoryError { _ = try await dao.contacts(withPrefix: "uuid-a", limit: 9) },
                await repositoryError { _ = try await dao.update(broken, with: ContactEdit(email: "x@y")) },
                await repositoryError { _ = try await dao.apply([.remove(broken)], title: "remove") },
            ] {
                #expect(attempt?.code == .unreadableDatabase)
                #expect(attempt?.message.contains("uuid-a") == true)
            }
        }
    }

    @Test func `undo leaves it as it is, and keeps a step of which nothing could be undone`() async throws {
        try await reading { dao async throws in
            #expect(try await dao.turn(steps: 2, isUndone: false).map(\.contactCount) == [0, 1])
            #expect(try await dao.history(limit: 9).map(\.isUndone) == [false, true])
        }
    }

    @Test func `a sync and an import leave it as it is and store the others`() async throws {
        try await reading { dao async throws in
            _ = try await dao.store(.sample([.sample("a"), .sample("c", index: 1)]))
            let batches = Mutex([[broken, "d"].map { ImportedContact(Contact(id: $0, name: PersonName(last: "L"))) }])
            let summary = try await dao.importContacts(title: "import", duplicates: .update) {
                batches.withLock { $0.popLast() }
            }
            #expect(summary == ImportSummary(added: 1))
            #expect(try await dao.all().count == 4)
        }
    }

    @Test(arguments: [Int64.max, -5])
    func `a row with a number at the end of its range is found by a search`(number: Int64) async throws {
        let dao = try await damagedStore(by: "UPDATE contact SET number = \(number) WHERE id = 'uuid-b'")
        #expect(try await dao.repair(at: Date()).database == nil)
        for text in ["last", "last b"] { #expect(try await dao.found(text).contains("uuid-b")) }
    }

    @Test func `times at the ends of their range are told, and the rest is read`() async throws {
        let sql = "UPDATE journal SET at = 9223372036854775807; UPDATE fetch SET fetched_at = -9223372036854775808"
        let onUnreadable = try await onUnreadable(after: sql + ", people = 9223372036854775807") { dao async throws in
            #expect(try await dao.history(limit: 9).count == 2)
            #expect(try await dao.cacheOverview().lastFetch == nil)
            #expect(try await dao.state(of: ContactSource(version: "1.4", seed: "abc")).pages.count == 1)
        }
        #expect(onUnreadable.count == 3 && onUnreadable.count { $0.kind == .historyStep } == 2)
    }
}
