import BlocTesting
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

/// The store finds for any filter the people that a comparison with each finds, in the same order, on pages of any size.
@Suite struct ContactExpressionPropertyTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private static let words = [
        "ada", "Ádám", "ann", "anna", "Đorđe", "Øst", "O'Brien", "new york", "münchen", "Łódź", "шев", "x", "1", "42",
        "lee-ann", "آدرین", "*", "van der berg", "+49 171 123", "0171123", "example",
    ]

    private static func contact(_ random: inout SplitMix64, index: Int) -> RemotePerson {
        func maybe(_ random: inout SplitMix64) -> String? {
            Bool.random(using: &random) ? random.one(of: words) : nil
        }
        return .sample("\(index)", index: index, uuid: .some("\(random.one(of: ["a", "b", "B"]))\(index)")) { contact in
            contact.name = PersonName(first: maybe(&random), last: maybe(&random))
            contact.email = maybe(&random).map { "\($0)@example.com" }
            (contact.phone, contact.cell) = (maybe(&random), random.one(of: ["+49 171 1234", "(067) Z42-7667", nil]))
            contact.address = PostalAddress(street: maybe(&random), city: maybe(&random), country: maybe(&random))
            contact.gender = random.one(of: ["male", "female", nil])
            contact.nationality = random.one(of: ["US", "de", nil])
            contact.birthday = random.one(of: ["1980-06-15", "1980-12-31", "2001-06-15", nil])
        }
    }

    /// Contacts of one's own with several of everything, groups and favourites among those of the source, and removals.
    private static func changes(_ random: inout SplitMix64, _ ids: [ContactID]) -> [ContactChange] {
        func some(_ random: inout SplitMix64) -> [String] {
            (0..<Int.random(in: 0...2, using: &random)).map { _ in random.one(of: words) }
        }
        let added = (0..<15).map { index in
            var contact = Contact(id: ContactID(rawValue: "local-\(index)"), origin: .local)
            let (first, middle) = (some(&random).first, some(&random).first)
            contact.name = PersonName(first: first, middle: middle, last: random.one(of: words))
            contact.nickname = some(&random).first
            contact.phones = some(&random).map { ContactValue($0, types: [random.one(of: ["cell", "work"])]) }
            contact.emails = some(&random).map { ContactValue("\($0)@x.example") }
            contact.addresses = some(&random).map { ContactAddress(PostalAddress(street: "Way 1", city: $0)) }
            contact.birthday = random.one(of: ["--06-15", "1980", "1980-06-15", "in spring", nil])
            contact.organization = some(&random).first
            contact.note = some(&random).joined(separator: "\n")
            contact.categories = some(&random).filter { $0 != "*" }
            contact.isFavorite = Bool.random(using: &random)
            contact.nationality = random.one(of: ["US", nil])
            contact.gender = random.one(of: ["female", "nonbinary", nil])
            return ContactChange.add(contact)
        }
        var edit = ContactEdit()
        edit.isFavorite = true
        edit.addedCategories = ["van der berg"]
        edit.birthday = "--12-31"
        return added + ids[12..<16].map { .edit($0, edit) } + ids[16..<18].map { .remove($0) }
    }

    /// What a term in the field can be.
    private static func values(of field: ContactField?) -> [String] {
        switch field?.query?.form {
        case .date?: ["1980", "06-15", "1980-06-15", "1980-12", "no date"]
        case .flag?: ["yes", "no"]
        case .origin?: ["local", "api"]
        case .whole?: ["us", "DE", "x"]
        case .beginning?: ["a", "b1", "B"]
        default: field == .gender ? ["male", "fem"] : words
        }
    }

    private static func expression(_ random: inout SplitMix64, depth: Int = 3) -> ContactExpression {
        switch Int.random(in: 0..<(depth == 0 ? 3 : 8), using: &random) {
        case 0...2:
            let field = Bool.random(using: &random) ? random.one(of: ContactField.queried) : nil
            let text = random.one(of: values(of: field))
            return .term(ContactTerm(text, in: field, isPhrase: Int.random(in: 0..<4, using: &random) == 0))
        case 3, 4: return .not(expression(&random, depth: depth - 1))
        case 5: return .any((0...2).map { _ in expression(&random, depth: depth - 1) })
        default: return .all((0...1).map { _ in expression(&random, depth: depth - 1) })
        }
    }

    private static func filter(_ random: inout SplitMix64) -> ContactFilter {
        var filter = ContactFilter(expression: expression(&random))
        if Int.random(in: 0..<5, using: &random) == 0 { filter.city = random.one(of: words) }
        if Int.random(in: 0..<5, using: &random) == 0 { filter.text = random.one(of: words) }
        if Int.random(in: 0..<6, using: &random) == 0 { filter.nationalities = ["us", "DE"] }
        if Int.random(in: 0..<6, using: &random) == 0 { filter.favorites = true }
        if Int.random(in: 0..<6, using: &random) == 0 { filter.category = random.one(of: words) }
        if Int.random(in: 0..<6, using: &random) == 0 {
            // In May, or over the end of the year.
            let start = Date(timeIntervalSince1970: random.one(of: [12_700_000, 30_500_000]))
            filter.birthdays = BirthdayRange(days: random.one(of: [40, 400]), from: start)
        }
        if Int.random(in: 0..<6, using: &random) == 0 { filter.gender = "Female" }
        if Int.random(in: 0..<3, using: &random) == 0 {
            let terms = (0...1).map { _ in ContactTerm(random.one(of: words), isPhrase: Bool.random(using: &random)) }
            filter.names = NameCondition(terms, isExcluded: Bool.random(using: &random))
        }
        return filter
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `SQL and a comparison agree`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let sqlite = SQLiteContactDAO(path: path)
        let walking = SQLiteContactDAO(path: path, few: 0)
        let page = FetchedPage.sample((0..<40).map { Self.contact(&random, index: $0) })
        _ = try await sqlite.store(page)
        let ids = try await sqlite.contacts(ContactQuery(limit: 100)).contacts.map(\.id)
        for id in ids.prefix(12) {
            let edit = ContactEdit(firstName: random.one(of: Self.words), phone: random.one(of: Self.words))
            _ = try await sqlite.update(id, with: edit)
        }
        let changes = Self.changes(&random, ids)
        _ = try await sqlite.apply(changes, title: "x")
        for _ in 0..<30 {
            let filter = Self.filter(&random)
            let sort = random.one(of: ContactSort.allCases)
            let limit = Int.random(in: 1...40, using: &random)
            let isReversed = Bool.random(using: &random)
            let query = ContactQuery(sort: sort, isReversed: isReversed, limit: limit, filter: filter)
            let expected = try await sqlite.compared(query)
            #expect(try await sqlite.allPages(query) == expected, "\(filter)")
            #expect(try await walking.allPages(query) == expected, "walking: \(filter)")
        }
    }
}
