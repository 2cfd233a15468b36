import Foundation
import Repository
import RepositoryDoubles
import TestWatch
import Testing

@Suite struct ValueStoreTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    @Test func `a value is replaced and renamed`() throws {
        let store = SQLiteValueStore(path: path)
        #expect(try store.value(for: "a") == nil)
        try store.save(["a": "old"])
        try store.save(["a": "ü\u{0}\"", "b": "other"])
        #expect(try store.value(for: "a") == "ü\u{0}\"")
        try store.rename("a", to: "b")
        #expect(try store.value(for: "a") == nil)
        try store.rename("missing", to: "b")
        #expect(try store.value(for: "b") == "ü\u{0}\"")
        store.close()
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
