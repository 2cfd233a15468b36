import Foundation
import Repository
import Testing

@Suite struct ContactWriterTests {
    @Test func `a refresh rewrites only the rows that have changed`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)], at: 1000))
            _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1) { $0.gender = "x" }], at: 5000))
            await dao.close()
            let connection = try SQLiteConnection(path: path, mode: .readOnly)
            #expect(
                try connection.text("SELECT group_concat(updated_at) FROM contact ORDER BY id") == "1000000,5000000"
            )
        }
    }

    @Test func `known and new people of a page are stored in any order`() async throws {
        try await withDAO { dao in
            func page(_ names: [String], at time: Double) -> FetchedPage {
                .sample(names.enumerated().map { .sample($1, index: $0) }, at: time)
            }
            _ = try await dao.store(page(["d", "b", "f"], at: 1000))
            _ = try await dao.store(page(["a", "b", "c", "d", "e", "f", "g"], at: 2000))
            let contacts = try await dao.contacts(ContactQuery(limit: 99))
            #expect(contacts.ids == ["a", "b", "c", "d", "e", "f", "g"].map { "uuid-\($0)" })
            #expect(try await dao.contacts(ContactQuery(limit: 9, filter: ContactFilter(text: "last"))).ids.count == 7)
            #expect(try await dao.check(full: true).isEmpty)
        }
    }
}
