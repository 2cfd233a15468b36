import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct CursorTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    @Test(arguments: ["", "?", "AAAA", "MgBsYXN0AGEAYg==", String(repeating: "A", count: 10_000)])
    func `text that is not a cursor is refused`(text: String) async {
        let query = ContactQuery(limit: 1, after: PageCursor(rawValue: text))
        #expect(await repositoryError { _ = try await dao.contacts(query) }?.code == .invalidInput)
    }

    @Test func `a filter that differs in any property has another fingerprint`() throws {
        let day = Date(timeIntervalSince1970: 86_400)
        let (ada, grace) = (ContactTerm("ada"), ContactTerm("grace"))
        var filters = [
            ContactFilter(), ContactFilter(nationalities: ["DE"]), ContactFilter(nationalities: ["FR"]),
            ContactFilter(nationalities: ["DE", "FR"]), ContactFilter(favorites: true),
            ContactFilter(birthdays: BirthdayRange(days: 1, from: day)),
            ContactFilter(birthdays: BirthdayRange(days: 2, from: day)),
            ContactFilter(birthdays: BirthdayRange(days: 1, from: day.addingTimeInterval(86_400))),
            ContactFilter(birthdays: BirthdayRange(days: 365, from: day)), ContactFilter(updatedSince: day),
            ContactFilter(updatedSince: day.addingTimeInterval(1)), ContactFilter(names: NameCondition([ada])),
            ContactFilter(names: NameCondition([grace])), ContactFilter(names: NameCondition([ada], isExcluded: true)),
        ]
        for text in ["a", "b"] {
            filters += [
                ContactFilter(text: text), ContactFilter(gender: text), ContactFilter(city: text),
                ContactFilter(country: text), ContactFilter(category: text),
            ]
        }
        for query in ["ada", "grace", "-ada", "ada OR grace", "ada grace"] {
            filters.append(try ContactFilter(query: query))
        }
        #expect(Set(filters.map(\.fingerprint)).count == filters.count && ContactFilter().fingerprint.isEmpty)
        let one = ContactFilter(nationalities: ["DE", "fr"], gender: "Male", city: "Zürich")
        let other = ContactFilter(nationalities: ["de", "FR"], gender: "male", city: "zurich")
        #expect(one.fingerprint == other.fingerprint, "the same wishes in other letters")
    }
}
