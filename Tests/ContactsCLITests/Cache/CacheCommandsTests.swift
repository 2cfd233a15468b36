import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CacheCommandsTests {
    @Test func `clearing the cache keeps what was made, changed, removed or is in the history`() async throws {
        let contacts = try Binary.withOneFile()
        let empty = try await contacts.run("cache", "status", "--format", "json").object
        #expect(empty["people"] as? Int == 0)
        #expect(empty["fetched"] is NSNull)
        #expect(empty["fresh"] as? Bool == false)
        #expect(try await contacts.run("cache", "clear").status == 0)
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))

        let all = try await contacts.run("list").lines
        let ids = all.compactMap { $0.split(separator: "\t").first.map(String.init) }
        let own = try #require(try await contacts.run("add", "--first-name", "Ada").lines.first)
        #expect(try await contacts.run("edit", ids[0], "--note", "kept").status == 0)
        #expect(try await contacts.run("edit", ids[1], "--note", "undone").status == 0)
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("remove", ids[2], "--yes").status == 0)
        let status = try await contacts.run("cache", "status", "--format", "json").object
        #expect(status["people"] as? Int == all.count - 1)
        #expect(status["fresh"] as? Bool == true)
        #expect(status["bytes"] as? Int ?? 0 > 0)
        let clearable = try #require(status["clearable"] as? Int)
        let dry = try await contacts.run("cache", "clear", "--dry-run")
        #expect(dry.messages == "contacts: Would forget \(clearable) contacts.\n")
        #expect(try await contacts.run("list", "--offline").lines.count == all.count)

        #expect(try await contacts.run("cache", "clear").status == 0)
        let left = try await contacts.run("list", "--offline").lines.compactMap {
            $0.split(separator: "\t").first.map(String.init)
        }
        #expect(Set(left).isSuperset(of: [own, ids[0]]))
        #expect(left.count == all.count - clearable)
        #expect(try await contacts.run("list", "--offline", "note:kept").lines.count == 1)
        // They come again; who was removed stays away until that is undone.
        let again = try await contacts.run("list", "--refresh").lines.compactMap {
            $0.split(separator: "\t").first.map(String.init)
        }
        #expect(Set(again) == Set(ids).subtracting([ids[2]]).union([own]))
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("show", ids[2]).status == 0)
    }
}
