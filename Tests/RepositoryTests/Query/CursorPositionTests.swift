import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

/// Places to go on from.
@Suite struct CursorTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    private func fill() async throws {
        _ = try await dao.store(.sample((0..<20).map(Self.person)))
    }

    private static func person(_ number: Int) -> RemotePerson {
        .sample("\(number)", index: number, uuid: .some("p\(number)")) { contact in
            contact.name = PersonName(first: "First", last: String(repeating: "a", count: number + 1))
            contact.nationality = number % 2 == 0 ? "DE" : "FR"
        }
    }

    @Test func `a place is good for its order and its filter only`() async throws {
        try await fill()
        let filters = [
            ContactFilter(), ContactFilter(text: "first"), ContactFilter(nationalities: ["DE"]),
            ContactFilter(expression: try ContactQueryParser.parse("first")),
            ContactFilter(expression: try ContactQueryParser.parse("\"first\"")),
            ContactFilter(expression: try ContactQueryParser.parse("name:first")),
            ContactFilter(expression: try ContactQueryParser.parse("first OR last:a")),
        ]
        for filter in filters {
            let page = try await dao.contacts(ContactQuery(limit: 2, filter: filter))
            let next = try #require(page.next)
            for other in filters where other != filter {
                let error = await repositoryError {
                    _ = try await dao.contacts(ContactQuery(limit: 2, after: next, filter: other))
                }
                #expect(error?.code == .invalidInput)
                #expect(error?.message.contains("another selection") == true)
            }
            let error = await repositoryError {
                _ = try await dao.contacts(ContactQuery(sort: .first, limit: 2, after: next, filter: filter))
            }
            #expect(error?.message.contains("another order") == true)
            #expect(try await dao.contacts(ContactQuery(limit: 2, after: next, filter: filter)).contacts.count == 2)
        }
    }

    @Test(arguments: ContactSort.allCases)
    func `who has the same name comes in the order of identifiers`(sort: ContactSort) async throws {
        // Some of the identifiers differ early, some late; none arrives in their order.
        let ids = (0..<36).map { "\($0 % 3 == 0 ? "a\($0)" : "the-same-then-")\($0 * 23 % 36 + 10)" }
        let people = ids.enumerated().map { index, id in
            RemotePerson.sample("x", index: index, uuid: .some(id)) { contact in
                contact.name = PersonName(first: "Bo", last: index % 20 == 7 ? "Other" : "Lee")
                contact.address.city = index % 4 == 0 ? "Bern" : "Rome"
            }
        }
        _ = try await dao.store(.sample(people))
        let filters = [
            ContactFilter(), ContactFilter(text: "lee"), ContactFilter(text: "rome bo"), ContactFilter(city: "bern"),
            ContactFilter(nationalities: ["XX", "DE"]),
        ]
        for filter in filters {
            let all = try await dao.contacts(ContactQuery(sort: sort, limit: .max, filter: filter)).contacts
            let names = sort != .birthday ? all.map { $0.name.last ?? "" } : []
            #expect(names == names.sorted())
            for name in Set(names.isEmpty ? [nil] : names.map(Optional.some)) {
                let same = all.filter { name == nil || $0.name.last == name }.map(\.id)
                #expect(same == same.sorted())
            }
            for limit in [1, 7, 24, 35, 36] {
                let query = ContactQuery(sort: sort, limit: limit, filter: filter)
                #expect(try await dao.allPages(query) == all, "\(limit)")
            }
        }
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
        let terms = try ["ada", "grace"].map { text -> ContactExpression in
            try #require(try ContactQueryParser.parse(text))
        }
        let words = terms.compactMap { if case .term(let term) = $0 { term } else { nil } }
        let filters = [
            ContactFilter(), ContactFilter(text: "a"), ContactFilter(text: "b"), ContactFilter(nationalities: ["DE"]),
            ContactFilter(nationalities: ["FR"]), ContactFilter(nationalities: ["DE", "FR"]),
            ContactFilter(gender: "a"), ContactFilter(gender: "b"), ContactFilter(city: "a"), ContactFilter(city: "b"),
            ContactFilter(country: "a"), ContactFilter(country: "b"), ContactFilter(category: "a"),
            ContactFilter(category: "b"), ContactFilter(favorites: true),
            ContactFilter(birthdays: BirthdayRange(days: 1, from: day)),
            ContactFilter(birthdays: BirthdayRange(days: 2, from: day)),
            ContactFilter(birthdays: BirthdayRange(days: 1, from: day.addingTimeInterval(86_400))),
            ContactFilter(birthdays: BirthdayRange(days: 365, from: day)),
            ContactFilter(updatedSince: day), ContactFilter(updatedSince: day.addingTimeInterval(1)),
            ContactFilter(expression: terms[0]), ContactFilter(expression: terms[1]),
            ContactFilter(expression: .not(terms[0])), ContactFilter(expression: .any(terms)),
            ContactFilter(expression: .all(terms)),
            ContactFilter(names: NameCondition([words[0]])), ContactFilter(names: NameCondition([words[1]])),
            ContactFilter(names: NameCondition([words[0]], isExcluded: true)),
        ]
        #expect(Set(filters.map(\.fingerprint)).count == filters.count)
    }

    @Test func `a contact that stays is listed once though others come and go between pages`() async throws {
        try await fill()
        let filters = [ContactFilter(), ContactFilter(expression: try ContactQueryParser.parse("-nat:fr"))]
        for (round, filter) in filters.enumerated() {
            let stays = try await dao.contacts(ContactQuery(limit: 100, filter: filter)).ids
            var query = ContactQuery(limit: 3, filter: filter)
            var seen: [String] = []
            var number = 100 * (round + 1)
            repeat {
                let page = try await dao.contacts(query)
                seen += page.ids
                query.after = page.next
                // One contact comes before and one behind the place, and the contact at the place goes.
                let newcomers = ["a0", "zz"].map { name in
                    number += 2
                    return RemotePerson.sample("\(number)", index: number, uuid: .some("new\(number)")) {
                        $0.name = PersonName(first: "New", last: name)
                        $0.nationality = "US"
                    }
                }
                _ = try await dao.store(.sample(newcomers, page: number))
                if let last = page.contacts.last {
                    _ = try await dao.apply([.remove(last.id)], title: "remove")
                }
                guard seen.count < 200 else { break }
            } while query.after != nil && number < 100 * (round + 1) + 60
            let known = seen.filter { $0.hasPrefix("p") }
            #expect(known == stays.filter { $0.hasPrefix("p") })
            #expect(Set(seen).count == seen.count)
        }
    }
}
