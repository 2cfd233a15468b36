import Foundation
import Testing

@testable import Repository

@Suite struct SQLiteLocalStoreTests {
    private let now = Date(timeIntervalSince1970: 2000)

    @Test func `a step with more entries than a batch is undone and redone completely`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            let contacts = (0..<1201).map {
                Contact(id: ContactID(rawValue: "c\($0)"), name: PersonName(last: "L\($0)"))
            }
            _ = try await dao.apply(contacts.map(ContactChange.add), title: "add", at: now)
            let step = try #require(try await dao.history(limit: 1).first)
            #expect(step.contactCount == 1201 && step.contacts.count == 10)
            #expect(try await dao.undo(steps: 1, at: now).map(\.isUndone) == [true])
            #expect(try await dao.count(ContactFilter()) == 0)
            #expect(try await dao.redo(steps: 1, at: now).map(\.isUndone) == [false])
            #expect(try await dao.count(ContactFilter()) == 1201)
            #expect(try await dao.check(full: true).isEmpty)
            await dao.close()
        }
    }

    @Test func `the latest 1,000 steps of history are kept`() async throws {
        try await withDatabasePath { path in
            let database = ContactDatabase(path: path)
            try database.writing { connection in
                let store = SQLiteLocalStore(connection: connection, time: 0)
                for number in 1...1003 { _ = try store.beginStep("step \(number)") }
            }
            let titles = try database.reading { connection in
                try SQLiteLocalStore(connection: connection, time: 0).history(limit: 5000).map(\.title)
            }
            #expect(titles?.count == 1000)
            #expect(titles?.first == "step 1003" && titles?.last == "step 4")
            database.close()
        }
    }

    @Test func `a new step drops the undone ones`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            func add(_ id: String) async throws {
                let contact = Contact(id: ContactID(rawValue: id), name: PersonName(last: id))
                _ = try await dao.apply([.add(contact)], title: "add \(id)", at: now)
            }
            try await add("a")
            try await add("b")
            _ = try await dao.undo(steps: 1, at: now)
            try await add("c")
            #expect(try await dao.history(limit: 9).map(\.title) == ["add c", "add a"])
            #expect(try await dao.redo(steps: 9, at: now).isEmpty)
            await dao.close()
        }
    }

    @Test func `groups, favorites and UIDs are found after a change and after its undo`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            _ = try await dao.store(.sample([.sample("a")]))
            let id = ContactID(rawValue: "uuid-a")
            var contact = try #require(try await dao.contacts(withIDs: [id]).first)
            contact.categories = ["Büro", "Freunde"]
            contact.isFavorite = true
            _ = try await dao.apply([.replace(id, contact)], title: "edit", at: now)
            func found(_ filter: ContactFilter) async throws -> Int { try await dao.count(filter) }
            #expect(try await found(ContactFilter(category: "buro")) == 1)
            #expect(try await found(ContactFilter(favorites: true)) == 1)
            contact.categories = ["Freunde"]
            _ = try await dao.apply([.replace(id, contact)], title: "edit", at: now)
            #expect(try await found(ContactFilter(category: "buro")) == 0)
            #expect(try await found(ContactFilter(category: "freunde")) == 1)
            _ = try await dao.undo(steps: 2, at: now)
            #expect(try await found(ContactFilter(category: "freunde")) == 0)
            #expect(try await found(ContactFilter(favorites: true)) == 0)
            await dao.close()
        }
    }
}
