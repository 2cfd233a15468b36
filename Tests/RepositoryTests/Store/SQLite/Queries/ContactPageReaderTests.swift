import Foundation
import Testing

@testable import Repository

@Suite struct ContactPageReaderTests {
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

    @Test(arguments: [1, 7, 50, 119, 120, 121])
    func `contacts with equal keys are paged in the order of identifiers`(limit: Int)
        async throws
    {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            let people = (0..<120).map { number in
                RemotePerson.sample("x", index: number, uuid: .some("same-prefix-\(number * 37 % 120 + 1000)")) {
                    $0.name = PersonName(first: "Ann", last: number < 100 ? "Lee" : "Moe")
                }
            }
            _ = try await dao.store(.sample(people))
            var query = ContactQuery(limit: limit)
            var seen: [Contact] = []
            repeat {
                let page = try await dao.contacts(query)
                #expect(page.contacts.count <= limit)
                seen += page.contacts
                query.after = page.next
            } while query.after != nil && seen.count <= 120
            #expect(seen.count == 120)
            let expected = seen.sorted { ($0.name.last ?? "", $0.id) < ($1.name.last ?? "", $1.id) }
            #expect(seen.map(\.id) == expected.map(\.id))
            await dao.close()
        }
    }

    @Test func `the count agrees with the page for filters with and without a matcher`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            let people = (0..<20).map { number in
                RemotePerson.sample("\(number)", index: number) { $0.address.city = number % 4 == 0 ? "Bern" : "Berne" }
            }
            _ = try await dao.store(.sample(people))
            for (filter, count) in [
                (ContactFilter(), 20), (ContactFilter(text: "last"), 20), (ContactFilter(city: "bern"), 5),
            ] {
                #expect(try await dao.count(filter) == count)
                #expect(try await dao.contacts(ContactQuery(limit: 99, filter: filter)).contacts.count == count)
            }
            await dao.close()
        }
    }
}
