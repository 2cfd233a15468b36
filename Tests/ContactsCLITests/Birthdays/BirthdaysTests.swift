import Foundation
import Testing

@testable import ContactsCLI

struct BirthdaysCommandTests {
    @Test func `birthdays come in the order of the days, with or without a year`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let all = try await contacts.run("birthdays", "--format", "json", "--offline").objects
        #expect(Set(all.compactMap { $0["id"] as? String }) == [ids[0], ids[2]])
        let days = all.compactMap { $0["days"] as? Int }
        #expect(days == days.sorted())
        #expect(all.contains { $0["birthday"] as? String == "--06-23" && $0["age"] is NSNull })
        let last = try #require(days.last)
        #expect(try await contacts.run("birthdays", "--upcoming", String(last - 1), "--offline").lines.count == 1)
        #expect(try await contacts.run("bdays", "ada", "--offline").lines.count == 1)
        #expect(try await contacts.run("birthdays", "--upcoming", "367").status == 64)
    }

    @Test func `a calendar has an event of every year for each birthday and anniversary, whose identifier stays`()
        async throws
    {
        let contacts = try Binary.withOwnBook()
        let id = try await contacts.add("Zoe", "--birthday", "2001-02-03")
        let long = "Ö\\, Ltd\\; " + String(repeating: "é", count: 60)
        var cards = [["UID:u 1", "FN:Ada Lovelace", "BDAY:18151210", "ANNIVERSARY:--0708"]]
        cards += [["UID:u2", "FN:\(long)", "BDAY:20000229"]]
        // What is no day is left out.
        cards += ["1815", "1815-12", "nonsense", "--1301"].map { ["UID:\($0)", "FN:No day", "BDAY:\($0)"] }
        let text = cards.map { String.card($0, version: "4.0") }.joined()
        try await contacts.succeed("import", contacts.home.write(text, to: "cards.vcf"))

        let lines = try await contacts.run("birthdays", "--format", "ics").output.components(separatedBy: "\r\n")
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
        func values(_ key: String) -> Set<String> {
            Set(lines.filter { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) })
        }
        // A contact without a UID gets one of its identifier when it moves.
        let events = ["birthday-u1", "anniversary-u1", "birthday-u2", "birthday-\(id)"].map { $0 + "@contacts" }
        #expect(values("UID:") == Set(events))
        #expect(values("DTSTART;VALUE=DATE:") == ["18151210", "20000708", "20000229", "20010203"])
        #expect(values("RRULE:FREQ=YEARLY") == ["", ";BYMONTH=2;BYMONTHDAY=-1"], "the last day of February")
        let summaries = values("SUMMARY:")
        #expect(summaries.isSuperset(of: ["Birthday: Ada Lovelace (1815)", "Anniversary: Ada Lovelace"]))
        #expect(summaries.contains { $0.hasPrefix("Birthday: Ö\\, Ltd\\; é") })
        #expect(lines.contains { $0.hasPrefix(" é") } && lines.allSatisfy { $0.utf8.count <= 75 }, "lines are folded")
    }
}
