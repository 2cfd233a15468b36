import Foundation
import Testing

struct CacheCommandsTests {
    @Test func `clearing the cache keeps what was made, changed, removed or is in the history`() async throws {
        let contacts = try Binary.withOneFile()
        let empty = try await contacts.run("cache", "status", "--format", "json").object
        #expect(empty["people"] as? Int == 0)
        #expect(empty["fetched"] is NSNull)
        #expect(empty["fresh"] as? Bool == false)
        try await contacts.succeed("cache", "clear")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))

        let ids = try await contacts.run("list").ids
        let own = try await contacts.add("--first-name", "Ada")
        try await contacts.succeed("edit", ids[0], "--note", "kept")
        try await contacts.succeed("favorite", ids[1])
        try await contacts.succeed("undo")
        try await contacts.succeed("remove", ids[2], "--yes")
        let status = try await contacts.run("cache", "status", "--format", "json").object
        #expect(status["people"] as? Int == ids.count - 1)
        #expect(status["fresh"] as? Bool == true)
        #expect(status["bytes"] as? Int ?? 0 > 0)
        let clearable = try #require(status["clearable"] as? Int)
        try await contacts.succeed("cache", "clear", "--dry-run", said: "Would clear \(clearable) contacts.")
        #expect(try await contacts.run("list", "--offline").lines.count == ids.count)

        try await contacts.succeed("cache", "clear")
        let left = try await contacts.run("list", "--offline").ids
        #expect(Set(left).isSuperset(of: [own, ids[0]]))
        #expect(left.count == ids.count - clearable)
        #expect(try await contacts.run("list", "--offline", "note:kept").lines.count == 1)
        // They come again; who was removed stays away until that is undone.
        let again = try await contacts.run("list", "--refresh").ids
        #expect(Set(again) == Set(ids).subtracting([ids[2]]).union([own]))
        try await contacts.succeed("undo")
        try await contacts.succeed("show", ids[2])
    }
}
