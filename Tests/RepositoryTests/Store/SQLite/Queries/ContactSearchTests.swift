import Foundation
import Testing

@testable import Repository

@Suite struct ContactSearchTests {
    @Test func `a search for a word that most contacts have pages through all of them`() async throws {
        let people = (0..<2150).map { number in
            RemotePerson.sample("x", index: number, uuid: .some("id-\(number)")) { contact in
                contact.name = PersonName(
                    first: number % 100 == 0 ? "Other" : "Common",
                    last: "L\(number * 7919 % 2150)"
                )
            }
        }
        try await withDAO { sqlite in
            _ = try await sqlite.store(.sample(people))
            for text in ["comm", "other", "common l1", "common l2149", "l77 comm", "zzz common"] {
                let query = ContactQuery(limit: 750, filter: ContactFilter(text: text))
                let found = try await sqlite.allPages(query)
                #expect(try await sqlite.compared(query) == found, "\(text)")
                #expect(found.isEmpty == text.hasPrefix("zzz"))
            }
            #expect(try await sqlite.count(ContactFilter(text: "comm")) == 2128)
        }
    }

    @Test(arguments: [nil, "female"], [nil, "Bern"])
    func `who is found at the beginning of a word is not listed again, whatever else is asked for`(
        gender: String?,
        city: String?
    ) async throws {
        let people = [("a", "Ada", "Byron"), ("b", "Canada", "Smith"), ("c", "Adam", "Mohada")].enumerated().map {
            index,
            person in
            RemotePerson.sample("x", index: index, uuid: .some(person.0)) { contact in
                contact.name = PersonName(first: person.1, last: person.2)
                contact.email = nil
                contact.gender = "female"
                contact.address.city = "Bern"
            }
        }
        try await withDAO { dao in
            _ = try await dao.store(.sample(people))
            var filter = ContactFilter()
            filter.expression = try ContactQueryParser.parse("ada")
            filter.gender = gender
            filter.city = city
            let page = try await ContactQuery(limit: 10, filter: filter).inParts { try await dao.contacts($0) }
            #expect(page.ids == ["a", "c", "b"])
        }
    }

    @Test func `every sort order reads an index and needs no sort`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            _ = try await dao.store(.sample([.sample("a")]))
            await dao.close()
            let connection = try SQLiteConnection(path: path, mode: .readOnly)
            let position = CursorPosition(key: "0a", id: ContactID(rawValue: "b"))
            for (sort, isReversed) in ContactSort.allCases.flatMap({ [($0, false), ($0, true)] }) {
                let query = ContactQuery(sort: sort, isReversed: isReversed, limit: 50)
                let sql = "EXPLAIN QUERY PLAN " + query.select([query.isAfter(position)]) + query.order
                let plan = try connection.withStatement(sql) { row in
                    var plan = ""
                    while try row.step() { plan += row.text(3) ?? "" }
                    return plan
                }
                let index = "contact_by_\(sort.rawValue)"
                #expect(plan.contains("SEARCH c USING INDEX \(index) ("), "\(plan)")
                #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
            }
        }
    }
}
