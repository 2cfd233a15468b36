import ArgumentParser
import BlocKit
import Foundation
import Primitives
import Repository
import Testing

@testable import ContactsCLI

@Suite struct FilterOptionsTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `filters count from the calendar's day and time, and ask for the same later`() throws {
        let choice = try withTestDependencies {
            // A clock an hour east of Greenwich.
            $0.app = AppDependencies { $0.calendar = WallCalendar(now: { Self.now }, offset: { _ in 3_600 }) }
        } _: {
            try FilterOptions.parse(["--birthday-within", "7", "--updated-since", "7d"]).choice
        }
        #expect(choice.day == Self.now.addingTimeInterval(3_600))
        #expect(try choice.filter().birthdays != nil)
        #expect(try choice.filter().updatedSince == Self.now.addingTimeInterval(-7 * 86_400))
        var other = choice
        other.day = Self.now.addingTimeInterval(86_400)
        other.time = Self.now.addingTimeInterval(60)
        #expect(choice.asksSame(as: other))
        other.birthdayDays = 8
        #expect(!choice.asksSame(as: other))
    }

    @Test(arguments: [
        ("12h", "2025-12-31T12:00:00.000Z"), ("7d", "2025-12-25T00:00:00.000Z"), ("2w", "2025-12-18T00:00:00.000Z"),
        ("1m", "2025-12-01T00:00:00.000Z"), ("3M", "2025-10-01T00:00:00.000Z"), ("2y", "2024-01-01T00:00:00.000Z"),
        ("0d", "2026-01-01T00:00:00.000Z"), ("2025-06-01", "2025-06-01T00:00:00.000Z"),
        ("2025-06-01T12:30:00Z", "2025-06-01T12:30:00.000Z"), ("99999y", "0001-01-01T00:00:00.000Z"),
    ])
    func `a change is looked for since a date or a time ago`(text: String, expected: String) throws {
        let date = try #require(PointInTime.date(text, before: Self.now))
        #expect(UTCDate(milliseconds: date.milliseconds)?.timestamp == expected)
    }

    @Test(arguments: ["", "d", "7", "7x", "-7d", "7 d", "1.5d", "7dd", "999999999999999999999d", "yesterday"])
    func `other texts are no time`(text: String) {
        #expect(PointInTime.date(text, before: Self.now) == nil)
    }
}
