import Foundation
import Repository
import RepositoryDoubles
import Testing

@Suite struct ValueStoreTests {
    private struct Item: Codable, Equatable {
        var name: String
        var count: Int
    }

    /// Runs `body` with an empty store of each kind and its time of day.
    private func withStores(_ body: (any ValueStore, MovableDate) async throws -> Void) async throws {
        let time = MovableDate()
        try await body(InMemoryValueStore { time.date }, time)
        try await withDatabasePath { path in
            let store = SQLiteValueStore(path: path) { time.date }
            try await body(store, time)
            store.close()
        }
    }

    @Test func `every kind of value comes back as its own kind only`() async throws {
        try await withStores { store, _ in
            #expect(try store.value(for: "a") == nil)
            try store.save(string: "ü\u{0}\"", for: "string")
            try store.save(integer: .min, for: "integer")
            try store.save(item: Item(name: "x", count: 2), for: "item")
            try store.save(list: [Item(name: "y", count: 3)], for: "list")
            try store.save(list: [String](), for: "empty")
            #expect(try store.string(for: "string") == "ü\u{0}\"")
            #expect(try store.integer(for: "integer") == .min)
            #expect(try store.item(Item.self, for: "item") == Item(name: "x", count: 2))
            #expect(try store.list(of: Item.self, for: "list") == [Item(name: "y", count: 3)])
            #expect(try store.list(of: String.self, for: "empty") == [])
            #expect(try store.string(for: "integer") == nil)
            #expect(try store.item([Item].self, for: "list") == nil)
            #expect(throws: DecodingError.self) { try store.item(Int.self, for: "item") }
        }
    }

    @Test func `a value is replaced, renamed and removed`() async throws {
        try await withStores { store, _ in
            try store.save(string: "old", for: "a")
            try store.save(integer: 5, for: "a")
            #expect(try store.value(for: "a") == .integer(5))
            try store.save(string: "other", for: "b")
            try store.rename("a", to: "b")
            #expect(try store.value(for: "a") == nil)
            #expect(try store.value(for: "b") == .integer(5))
            try store.rename("missing", to: "b")
            #expect(try store.value(for: "b") == .integer(5))
            try store.remove("b")
            try store.remove("b")
            #expect(try store.value(for: "b") == nil)
        }
    }

    @Test func `a value is gone when it has expired`() async throws {
        try await withStores { store, time in
            try store.save(string: "x", for: "a", until: time.date.addingTimeInterval(10))
            #expect(try store.string(for: "a") == "x")
            time.advance(10)
            #expect(try store.string(for: "a") == nil)
        }
    }

}
