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
}
