import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactFilterTests {
    private let dao = SQLiteContactDAO.temporary(at: 5000)

    private typealias Person = (
        id: String, first: String, last: String, city: String, nationality: String, birthday: String
    )

    private static let usual = "1980-06-15"
    private static let people: [Person] = [
        ("dordevic", "Đorđe", "Đorđević", "Niš", "RS", "1950-12-31"),
        ("soren", "Søren", "Ørsted", "København", "DK", "1960-01-01"),
        ("lukasz", "Łukasz", "Großmann", "München", "DE", "1996-02-29"),
        ("isil", "Işıl", "O'Brien-Smith", "NEW York", "TR", usual),
        ("adrin", "آدرین", "كریمی", "نجف\u{200C}آباد", "IR", usual),
        ("taras", "Тарас", "Шевченко", "Київ", "UA", usual), ("hindi", "हिन्दी", "Singh", "", "in", usual),
        ("nguyen", "Nguye\u{302}\u{303}n", "Van An", "", "US", usual),
    ]

    init() async throws {
        let people = Self.people.enumerated().map { index, person in
            RemotePerson.sample(person.id, index: index, uuid: .some(person.id)) {
                $0.name = PersonName(first: person.first, last: person.last)
                ($0.address.city, $0.nationality, $0.birthday) = (person.city, person.nationality, person.birthday)
                $0.email = "\(person.id).x@example.com"
                $0.phone = "(067) Z42-766\(index)"
            }
        }
        _ = try await dao.store(.sample(people))
    }

    private func ids(_ filter: ContactFilter, _ dao: any ContactDAO) async throws -> [String] {
        let found = try await dao.contacts(ContactQuery(limit: 100, filter: filter)).ids.sorted()
        #expect(try await dao.count(filter) == found.count, "counted as they are listed")
        return found
    }

    private static let searches: [(String, [String])] = [
        ("dordevic", ["dordevic"]), ("ĐORĐ", ["dordevic"]), ("soren", ["soren"]), ("orsted sør", ["soren"]),
        ("lukasz", ["lukasz"]), ("grossmann", ["lukasz"]), ("großm", ["lukasz"]), ("isil", ["isil"]),
        ("ışıl", ["isil"]), ("obrien", ["isil"]), ("o'brien", ["isil"]), ("O’Brien", ["isil"]), ("smith", ["isil"]),
        ("obrien-sm", ["isil"]),
        ("sevcenko", ["taras"]), ("шевч", ["taras"]), ("hindi", ["hindi"]), ("हिन्दी", ["hindi"]), ("آدرین", ["adrin"]),
        ("کریمی", ["adrin"]), ("كريمي", ["adrin"]), ("نجفآباد", ["adrin"]), ("نجف\u{200C}آباد", ["adrin"]),
        ("nguyễn", ["nguyen"]), ("nguyen van", ["nguyen"]), ("van nguyen", ["nguyen"]), ("nguyen-an", []),
        ("new york", ["isil"]),
        ("z42 7663", ["isil"]), ("soren.x@example.com", ["soren"]), ("sevcenko soren", []), ("evcenko", ["taras"]),
        ("cen", ["taras"]), ("vc", []), ("zzz", []),
        ("\"", []), ("' OR 1", []), ("search_key: soren", []), ("NEAR(", []), ("*", []), ("-", []),
        ("s*", ["hindi", "isil", "soren", "taras"]), ("", people.map(\.id).sorted()), ("  ", people.map(\.id).sorted()),
    ]

    @Test func `words are found in every script`() async throws {
        for (text, expected) in Self.searches {
            #expect(try await ids(ContactFilter(text: text), dao) == expected, "“\(text)”")
        }
    }

    @Test func `birthdays are found over the end of a year`() async throws {
        func range(_ days: Int, _ text: String) throws -> ContactFilter {
            let start = try Date(text.contains("T") ? text : text + "T00:00:00Z", strategy: .iso8601)
            return ContactFilter(birthdays: BirthdayRange(days: days, from: start))
        }
        #expect(try await ids(try range(0, "2025-12-31T23:59:59Z"), dao) == ["dordevic"])
        #expect(try await ids(try range(1, "2025-12-31"), dao) == ["dordevic", "soren"])
        #expect(try await ids(try range(2, "2025-12-29"), dao) == ["dordevic"])
        #expect(try await ids(try range(1, "2025-02-28"), dao) == ["lukasz"])
        // 2025 has no 29 February: that birthday is on the day before.
        #expect(try await ids(try range(0, "2025-02-28"), dao) == ["lukasz"])
        #expect(try await ids(try range(0, "2025-02-27"), dao) == [])
        #expect(try await ids(try range(365, "2025-02-28"), dao).count == 8)
        #expect(try await ids(try range(-5, "2025-01-01"), dao) == ["soren"])
    }
}
