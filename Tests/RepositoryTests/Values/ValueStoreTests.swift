import Foundation
import Repository
import RepositoryDoubles
import Testing

@Suite struct ValueStoreTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    /// Runs `body` with an empty store of each kind.
    private func withStores(_ body: (any ValueStore) async throws -> Void) async throws {
        try await body(InMemoryValueStore())
        try await withDatabasePath { path in
            let store = SQLiteValueStore(path: path)
            try await body(store)
            store.close()
        }
    }

    @Test func `a value is replaced and renamed`() async throws {
        try await withStores { store in
            #expect(try store.value(for: "a") == nil)
            try store.save(["a": "old"])
            try store.save(["a": "ü\u{0}\"", "b": "other"])
            #expect(try store.value(for: "a") == "ü\u{0}\"")
            try store.rename("a", to: "b")
            #expect(try store.value(for: "a") == nil)
            #expect(try store.value(for: "b") == "ü\u{0}\"")
            try store.rename("missing", to: "b")
            #expect(try store.value(for: "b") == "ü\u{0}\"")
        }
    }

    @Test func `reading and renaming create no file, nor does saving unless allowed`() async throws {
        let store = SQLiteValueStore(path: path)
        #expect(try store.value(for: "a") == nil)
        try store.rename("a", to: "b")
        let shy = SQLiteValueStore(path: path, createsFile: false)
        try shy.save(["a": "x"])
        #expect(!FileManager.default.fileExists(atPath: path))
        try store.save(["a": "x"])
        try shy.save(["a": "y"])
        #expect(try store.value(for: "a") == "y")
        store.close()
        shy.close()
    }
}
