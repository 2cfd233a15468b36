import Foundation
import Testing

struct StatsCommandTests {
    @Test func `stats counts what is stored, and fetches nothing`() async throws {
        let contacts = try Binary.withOneFile()
        #expect(try await contacts.run("stats", "--format", "json").object["contacts"] as? Int == 0)
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
        let all = try await contacts.run("list").ids
        try await contacts.succeed("add", "--first-name", "Ada", "--group", "friends", "--favorite")
        try await contacts.succeed("edit", all[0], "--note", "x")
        try await contacts.succeed("remove", all[1], "--yes")

        let stats = try await contacts.run("stats", "--format", "json").object
        let counts = ["contacts": all.count, "local": 1, "favorites": 1, "edited": 1, "removed": 1, "steps": 3]
        for (key, count) in counts { #expect(stats[key] as? Int == count, "\(key)") }
        #expect(stats["groups"] as? [String: Int] == ["friends": 1])
        #expect(try #require(stats["nationalities"] as? [String: Int]).values.reduce(0, +) == all.count - 1)
    }
}
