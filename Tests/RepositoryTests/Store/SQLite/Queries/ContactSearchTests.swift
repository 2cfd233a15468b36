import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactSearchTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    @Test func `a search for a word that most contacts have pages through all of them`() async throws {
        let people = (0..<2150).map { number in
            RemotePerson.sample("x", index: number, uuid: .some("id-\(number)")) { contact in
                contact.name = PersonName(
                    first: number % 100 == 0 ? "Other" : "Common",
                    last: "L\(number * 7919 % 2150)"
                )
            }
        }
        _ = try await dao.store(.sample(people))
        for text in ["comm", "other", "common l1", "common l2149", "l77 comm", "zzz common"] {
            let query = ContactQuery(limit: 750, filter: ContactFilter(text: text))
            let found = try await dao.allPages(query)
            #expect(try await dao.compared(query) == found, "\(text)")
            #expect(found.isEmpty == text.hasPrefix("zzz"))
        }
        #expect(try await dao.count(ContactFilter(text: "comm")) == 2128)
    }

    @Test(arguments: [nil, "female"], [nil, "Bern"])
    func `a match at a word's beginning is listed once, in any query`(gender: String?, city: String?) async throws {
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
        _ = try await dao.store(.sample(people))
        var filter = ContactFilter()
        filter.expression = try ContactQueryParser.parse("ada")
        filter.gender = gender
        filter.city = city
        let page = try await ContactQuery(limit: 10, filter: filter).inParts { try await dao.contacts($0) }
        #expect(page.ids == ["a", "c", "b"])
    }

    @Test func `every sort order reads an index and needs no sort`() async throws {
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
