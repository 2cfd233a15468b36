import Foundation
import Repository
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
}

struct BirthdayCalendarFileTests {
    private func lines(_ change: (inout Contact) -> Void) -> [String] {
        var contact = Contact(
            id: ContactID(rawValue: "id"),
            name: PersonName(first: "Ada", last: "Lovelace"),
            origin: .local
        )
        change(&contact)
        var file = BirthdayCalendarFile()
        return String(decoding: file.page([contact]) + file.end(), as: UTF8.self).split(separator: "\r\n").map(
            String.init
        )
    }

    @Test func `a birthday and an anniversary are events of every year with identifiers that stay`() {
        let lines = lines {
            $0.birthday = "1815-12-10"
            $0.anniversary = "--07-08"
            $0.uid = "u 1\n"
        }
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
        #expect(lines.filter { $0.hasPrefix("UID:") } == ["UID:birthday-u1@contacts", "UID:anniversary-u1@contacts"])
        // A contact without a UID gets one of its identifier when it moves.
        func uids(_ uid: String?) -> [String] {
            self.lines {
                $0.birthday = "1815-12-10"
                $0.uid = uid.map { "urn:uuid:" + $0 }
            }.filter { $0.hasPrefix("UID:") }
        }
        #expect(uids(nil) == uids("id"))
        let starts = ["DTSTART;VALUE=DATE:18151210", "DTSTART;VALUE=DATE:20000708"]
        #expect(lines.filter { $0.hasPrefix("DTSTART") } == starts)
        let summaries = ["SUMMARY:Birthday: Ada Lovelace (1815)", "SUMMARY:Anniversary: Ada Lovelace"]
        #expect(lines.filter { $0.hasPrefix("SUMMARY") } == summaries)
    }

    @Test func `the 29th of February is the last day of it, text is escaped, and lines are folded`() {
        let lines = lines {
            $0.birthday = "2000-02-29"
            $0.name = PersonName(formatted: "Ö, Ltd; " + String(repeating: "é", count: 60))
        }
        #expect(lines.contains("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"))
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.contains { $0.hasPrefix("SUMMARY:Birthday: Ö\\, Ltd\\; é") })
        #expect(lines.contains { $0.hasPrefix(" é") })
    }

    @Test(arguments: ["1815", "1815-12", "nonsense", "--13-01"])
    func `what is no day is left out`(birthday: String) {
        #expect(!lines { $0.birthday = birthday }.contains("BEGIN:VEVENT"))
    }
}
