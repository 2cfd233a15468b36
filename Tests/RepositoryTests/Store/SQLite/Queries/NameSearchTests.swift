import Foundation
import Testing

@testable import Repository

/// Searches for words in names.
@Suite struct NameSearchTests {
    private static let firstNames = ["Ada", "Zoë", "O'Hara", "d’Arc", "Åsa", "Jean-Luc", "Mary Ann", "", "李", "X"]
    private static let lastNames = [
        "Lovelace", "van Gogh", "O’Neil", "Öberg", "Lee", "", "Smith-Jones", "Łuk", "B2", "Lo",
    ]

    /// People with all pairs of the names, many of them twice.
    private static let people = (0..<300).map { number in
        RemotePerson.sample("x", index: number, uuid: .some("id-\(number * 7919 % 300 + 1000)")) { contact in
            contact.name = PersonName(
                first: firstNames[number % firstNames.count],
                last: lastNames[number / 10 % lastNames.count]
            )
            contact.address.city = ["Bern", "Lovelace", "Oslo"][number % 3]
        }
    }

    private func query(_ words: [String], _ sort: ContactSort, isReversed: Bool, limit: Int = 25) -> ContactQuery {
        let terms = words.map { ContactTerm($0) }
        return ContactQuery(
            sort: sort,
            isReversed: isReversed,
            limit: limit,
            filter: ContactFilter(
                expression: .all(terms.map { .term($0) }),
                names: NameCondition(terms)
            )
        )
    }

    @Test(arguments: [(ContactSort.first, false), (.last, true)])
    func `the names that a comparison finds are found, in the same order`(sort: ContactSort, isReversed: Bool)
        async throws
    {
        try await withDAO { store in
            _ = try await store.store(.sample(Self.people))
            let searches = [
                ["ada"], ["l"], ["lo"], ["love"], ["lovelace"], ["o'h"], ["oha"], ["d'arc"], ["asa"], ["å"], ["jean"],
                ["luc"], ["luk"], ["ann", "smith"], ["jones"], ["mary", "lov"], ["李"], ["b2"], ["2"], ["zoe", "go"],
                ["nobody"],
            ]
            for words in searches {
                let query = query(words, sort, isReversed: isReversed)
                let found = try await store.compared(query)
                #expect(try await store.allPages(query) == found, "\(words)")
                #expect(found.isEmpty == (words == ["nobody"]), "\(words)")
            }
        }
    }

    @Test(arguments: [(false, false), (true, true)])
    func `the names that a comparison finds are found with other conditions`(
        isExcluded: Bool,
        isReversed: Bool
    ) async throws {
        try await withDAO { store in
            _ = try await store.store(.sample(Self.people))
            // The words of names, and a query. Some have many matches and some few; some have prefixes of a letter.
            let searches = [
                (["lo"], "lo city:bern"), (["ada"], "ada city:ber"), (["lovelace"], "love city:lov"),
                (["b2"], "b2 city:oslo -ada"), (["l"], "l city:b"), (["love"], "love"), (["x", "lee"], "x lee"),
                (["ada"], "ada city:be -zoe"), (["l"], "l (ber OR os)"), (["jean"], "jean lovelace (bern OR os)"),
                (["jean"], "jean lovelace (bern OR o)"), (["zoe"], "zoe city:nowhere"),
            ]
            for (words, text) in searches {
                var query = query(words, .last, isReversed: isReversed)
                query.filter.expression = try ContactQueryParser.parse(text)
                query.filter.names?.isExcluded = isExcluded
                let found = try await store.compared(query)
                #expect(try await store.allPages(query) == found, "\(text)")
                let filter = ContactFilter(expression: query.filter.expression)
                let all = try await store.allPages(ContactQuery(limit: 500, filter: filter))
                query.filter.names?.isExcluded = !isExcluded
                let others = try await store.allPages(query)
                #expect(Set(found).union(others) == Set(all) && found.count + others.count == all.count, "\(text)")
                #expect(all.isEmpty == text.contains("nowhere"), "\(text)")
            }
        }
    }

    @Test func `a change of this or another process is found`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            let other = SQLiteContactDAO(path: path)
            _ = try await dao.store(.sample(Self.people))
            let query = query(["ada", "love"], .last, isReversed: false, limit: 1000)
            let ids = try await dao.contacts(query).contacts.map(\.id)
            #expect(ids.count == 3)
            let edit = ContactEdit(lastName: "Byron")
            for (number, writer) in [dao, other].enumerated() {
                let change = ContactChange.edit(ids[number], edit)
                _ = try await writer.apply([change], title: "edit")
                #expect(try await dao.contacts(query).contacts.map(\.id) == Array(ids.dropFirst(number + 1)))
            }
            await dao.close()
            await other.close()
        }
    }
}
