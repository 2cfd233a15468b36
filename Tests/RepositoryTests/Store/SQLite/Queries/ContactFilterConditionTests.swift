import Foundation
import Testing

@testable import Repository

@Suite struct ContactFilterConditionTests {
    @Test func `conditions are joined in parentheses with their arguments in order`() {
        let conditions = [
            ContactFilterCondition("a = ?", [1]),
            ContactFilterCondition("b = ? OR c = ?", ["x", "y"]),
        ]
        let joined = ContactFilterCondition.joined(conditions, by: "AND")
        #expect(joined.sql == "(a = ?) AND (b = ? OR c = ?)")
        #expect(joined.arguments.count == 3)
        #expect(ContactFilterCondition.joined([conditions[0]], by: "AND").sql == "a = ?")
        #expect(ContactFilterCondition.negated(conditions[1]).sql == "NOT (b = ? OR c = ?)")
    }

    @Test func `every condition is valid SQL with as many arguments as placeholders`() async throws {
        try await withDatabasePath { path in
            let database = ContactDatabase(path: path)
            let date = Date(timeIntervalSince1970: 0)
            let word = try #require(SearchWord("anna"))
            let conditions: [ContactFilterCondition] = [
                .changedHere, .never, .matching(.word(word)), .whole(.nationality, ["ch", "fr"]),
                .whole(.gender, ["x"]),
                .place("city", "x"), .favorites, .fromSource(true), .fromSource(false), .category("x"),
                .birthdays(BirthdayRange(days: 3, from: date)), .birthdays(BirthdayRange(days: 400, from: date)),
                .identifier("x"), .updated(since: 5), .negated(.favorites),
                .joined([.never, .whole(.gender, ["y"])], by: "OR"),
            ]
            try database.writing { connection in
                for condition in conditions {
                    #expect(condition.sql.count { $0 == "?" } == condition.arguments.count, "\(condition.sql)")
                    let sql = ContactColumns.select([condition])
                    let isFound = try connection.withStatement(sql, condition.arguments) { try $0.step() }
                    #expect(!isFound)
                }
            }
            database.close()
        }
    }

    @Test func `a range of birthdays over the end of the year has two parts`() {
        let newYear = Date(timeIntervalSince1970: 365 * 86_400 - 86_400 * 3)
        #expect(
            ContactFilterCondition.birthdays(BirthdayRange(days: 10, from: newYear)).sql.contains(
                " OR c.sort_birthday < ?"
            )
        )
        let spring = Date(timeIntervalSince1970: 86_400 * 100)
        #expect(
            ContactFilterCondition.birthdays(BirthdayRange(days: 10, from: spring)).sql.contains(
                " AND c.sort_birthday < ?"
            )
        )
    }
}
