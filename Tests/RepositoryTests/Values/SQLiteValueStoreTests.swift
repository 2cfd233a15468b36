import Foundation
import Repository
import Testing

@Suite struct SQLiteValueStoreTests {
    @Test func `reading and removing create no file, nor does saving unless allowed`() async throws {
        try await withDatabasePath { path in
            let store = SQLiteValueStore(path: path)
            #expect(try store.value(for: "a") == nil)
            try store.remove("a")
            let shy = SQLiteValueStore(path: path, createsFile: false)
            try shy.save(string: "x", for: "a")
            #expect(!FileManager.default.fileExists(atPath: path))
            try store.save(string: "x", for: "a")
            try shy.save(string: "y", for: "a")
            #expect(try store.string(for: "a") == "y")
            store.close()
            shy.close()
        }
    }

    @Test func `saving deletes expired values from the table`() async throws {
        try await withDatabasePath { path in
            let time = MovableDate()
            let store = SQLiteValueStore(path: path) { time.date }
            try store.save(string: "x", for: "short", until: time.date.addingTimeInterval(10))
            try store.save(string: "y", for: "long", until: time.date.addingTimeInterval(100))
            time.advance(50)
            try store.save(integer: 1, for: "other")
            let connection = try SQLiteConnection(path: path, mode: .readOnly)
            #expect(
                try connection.text("SELECT group_concat(key) FROM (SELECT key FROM stored_value ORDER BY key)")
                    == "long,other"
            )
            store.close()
        }
    }
}
