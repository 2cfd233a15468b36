import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct BirthdaysCommandTests {
    @Test func `birthdays come in the order of the days, with or without a year`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let all = try await contacts.run("birthdays", "--format", "json", "--offline").objects
        #expect(Set(all.compactMap { $0["id"] as? String }) == [ids[0], ids[2]])
        let days = all.compactMap { $0["days"] as? Int }
        #expect(days == days.sorted())
        #expect(all.contains { $0["birthday"] as? String == "--06-23" && $0["age"] is NSNull })
        let last = try #require(days.last)
        let near = try await contacts.run("birthdays", "--upcoming", String(last - 1), "--offline")
        #expect(near.lines.count == 1)
        #expect(try await contacts.run("bdays", "ada", "--offline").lines.count == 1)
        #expect(try await contacts.run("birthdays", "--upcoming", "367").status == 64)
    }
}
