import ArgumentParser
import BlocKit
import Foundation
import Primitives
import Repository
import Testing

@testable import ContactsCLI

@Suite struct FilterOptionsTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func options(_ arguments: String...) throws -> FilterOptions { try FilterOptions.parse(arguments) }

    @Test func `without a filter all contacts match`() throws {
        #expect(try options().isEmpty)
        #expect(try options().filter() == ContactFilter())
        for arguments in [
            ["ada"], ["--nat", "de"], ["--favorite"], ["--birthday-within", "0"], ["--group", "friends"],
        ] {
            #expect(try FilterOptions.parse(arguments).isEmpty == false)
        }
    }

    @Test func `codes of nationalities are split at commas`() throws {
        #expect(try options("--nat", "de, fr", "--nat", "ch").filter().nationalities == ["de", "fr", "ch"])
    }

    /// The choice of options, with a clock that shows ``now`` an hour east of Greenwich.
    private func choice(_ arguments: String...) throws -> FilterChoice {
        try withTestDependencies {
            $0.app = AppDependencies { $0.calendar = WallCalendar(now: { Self.now }, offset: { _ in 3_600 }) }
        } _: {
            try FilterOptions.parse(arguments).choice
        }
    }

    @Test func `birthdays count from the day of the calendar, and another day asks for the same`() throws {
        let choice = try choice("--birthday-within", "7")
        #expect(choice.day == Self.now.addingTimeInterval(3_600))
        #expect(try choice.filter().birthdays != nil)
        var other = choice
        other.day = Self.now.addingTimeInterval(86_400)
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

    @Test func `a time ago counts from the same time when the list goes on`() throws {
        let choice = try choice("--updated-since", "7d")
        #expect(try choice.filter().updatedSince == Self.now.addingTimeInterval(-7 * 86_400))
        var later = choice
        later.time = Self.now.addingTimeInterval(60)
        #expect(choice.asksSame(as: later))
    }
}
