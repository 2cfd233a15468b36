import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct CursorTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    @Test func `a place is good for its order and its filter only`() async throws {
        let people = (0..<20).map { number in
            RemotePerson.sample("a\(number)", index: number) { $0.nationality = number % 2 == 0 ? "DE" : "FR" }
        }
        _ = try await dao.store(.sample(people))
        let filters = [
            ContactFilter(), ContactFilter(text: "first"), ContactFilter(nationalities: ["DE"]),
            try ContactFilter(query: "first"), try ContactFilter(query: "\"first\""),
            try ContactFilter(query: "name:first"), try ContactFilter(query: "first OR last:last"),
        ]
        for filter in filters {
            let page = try await dao.contacts(ContactQuery(limit: 2, filter: filter))
            let next = try #require(page.next)
            for other in filters where other != filter {
                let error = await repositoryError {
                    _ = try await dao.contacts(ContactQuery(limit: 2, after: next, filter: other))
                }
                #expect(error?.code == .invalidInput && error?.message.contains("another selection") == true)
            }
            for (sort, isReversed) in [(ContactSort.first, false), (.last, true)] {
                let query = ContactQuery(sort: sort, isReversed: isReversed, limit: 2, after: next, filter: filter)
                let error = await repositoryError { _ = try await dao.contacts(query) }
                #expect(error?.code == .invalidInput && error?.message.contains("another order") == true)
            }
            #expect(try await dao.contacts(ContactQuery(limit: 2, after: next, filter: filter)).contacts.count == 2)
        }
    }

    @Test(arguments: ["", "?", "AAAA", "MgBsYXN0AGEAYg==", String(repeating: "A", count: 10_000)])
    func `text that is not a cursor is refused`(text: String) async {
        let query = ContactQuery(limit: 1, after: PageCursor(rawValue: text))
        #expect(await repositoryError { _ = try await dao.contacts(query) }?.code == .invalidInput)
    }

    @Test func `the same wishes in other letters are the same filter`() {
        let one = ContactFilter(nationalities: ["DE", "fr"], gender: "Male", city: "Zürich")
        let other = ContactFilter(nationalities: ["de", "FR"], gender: "male", city: "zurich")
        #expect(one.fingerprint == other.fingerprint)
        #expect(one.fingerprint != ContactFilter(nationalities: ["de"], gender: "male", city: "zurich").fingerprint)
        #expect(ContactFilter().fingerprint.isEmpty)
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
            ContactFilter(birthdays: BirthdayRange(days: 365, from: day)),
            ContactFilter(updatedSince: day), ContactFilter(updatedSince: day.addingTimeInterval(1)),
            ContactFilter(names: NameCondition([ada])), ContactFilter(names: NameCondition([grace])),
            ContactFilter(names: NameCondition([ada], isExcluded: true)),
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
        #expect(Set(filters.map(\.fingerprint)).count == filters.count)
    }
}
