import ArgumentParser
import Bloc
import Foundation
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

    @Test(arguments: [
        ["--nat", "d3"], ["--birthday-within", "367"], ["--birthday-within=-1"],
        ["--updated-since", "yesterday"],
    ])
    func `values out of range are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try FilterOptions.parse(arguments) }
    }

    @Test func `birthdays count from the day of the calendar`() throws {
        let choice = try withTestDependencies {
            $0.app = AppDependencies { $0.calendar = WallCalendar(now: { Self.now }, offset: { _ in 3_600 }) }
        } _: {
            try options("--birthday-within", "7").choice
        }
        #expect(choice.day == Self.now.addingTimeInterval(3_600))
        #expect(try choice.filter().birthdays != nil)
    }

    @Test func `a choice asks for the same on another day, and not with another filter`() {
        let choice = FilterChoice(terms: ["ada"], birthdayDays: 7, day: Self.now)
        var other = choice
        other.day = Self.now.addingTimeInterval(86_400)
        #expect(choice.asksSame(as: other))
        other.birthdayDays = 8
        #expect(!choice.asksSame(as: other))
    }
}
