import Foundation
import Repository
import Testing

@testable import ContactsCLI

struct ListPlanTests {
    private static let choice = FilterChoice(terms: ["ada"], birthdayDays: 7, day: Date(timeIntervalSince1970: 0))
    private static let position = ListPosition(order: .birthday, choice: choice, limit: 20, next: "there")

    @Test func `a list that begins is what was asked for`() throws {
        let plan = ListPlan(order: nil, choice: Self.choice, limit: 5)
        let request = try plan.request(policy: .networkOnly)
        #expect(request.sort == .last)
        #expect(request.limit == 5)
        #expect(request.after == nil)
        #expect(request.policy == .networkOnly)
        #expect(!plan.isAtEnd)
    }

    @Test func `a list that goes on keeps order, filters, day and limit, and stays off the network`() throws {
        let plan = try ListPlan(after: Self.position, order: nil, choice: nil, limit: nil)
        let request = try plan.request(policy: .networkOnly)
        #expect(request.sort == .birthday)
        #expect(request.filter == (try Self.choice.filter()))
        #expect(request.limit == 20)
        #expect(request.after == PageCursor(rawValue: "there"))
        #expect(request.policy == .cacheOnly)
        #expect(plan.position(next: nil) == ListPosition(order: .birthday, choice: Self.choice, limit: 20, next: nil))
    }

    @Test func `another limit holds from now on, and the same wishes on another day are no others`() throws {
        var later = Self.choice
        later.day = Date(timeIntervalSince1970: 86_400)
        let plan = try ListPlan(after: Self.position, order: .birthday, choice: later, limit: 3)
        #expect(plan.position(next: nil).limit == 3)
        #expect(plan.choice.day == Self.choice.day)
    }

    @Test func `other wishes are refused`() {
        #expect(throws: Failure.self) { try ListPlan(after: Self.position, order: .last, choice: nil, limit: nil) }
        #expect(throws: Failure.self) {
            try ListPlan(after: Self.position, order: nil, choice: FilterChoice(terms: ["bo"]), limit: nil)
        }
    }

    @Test func `a choice reads as it was written`() throws {
        let choice = FilterChoice(
            terms: ["a", "-b"],
            nationalities: ["de"],
            gender: "female",
            city: "Genève",
            country: "x",
            group: "g",
            favorites: true,
            birthdayDays: 3,
            updatedSince: "2026-01-31",
            day: Date(timeIntervalSinceReferenceDate: 123_456.789_012_3)
        )
        let read = try JSONDecoder().decode(FilterChoice.self, from: JSONEncoder().encode(choice))
        #expect(read == choice)
        #expect(try read.filter() == choice.filter())
    }
}
