import Foundation
import Repository
import RepositoryDoubles
import Synchronization
import Testing

@testable import Services

@Suite struct DuplicateFinderTests {
    /// A contact of the text: its first and last name, and other values, each behind the name of its field.
    private func contact(_ number: Int, _ text: String) -> Contact {
        let parts = text.components(separatedBy: "; ")
        let names = parts[0].components(separatedBy: "|").map { $0.isEmpty ? nil : $0 }
        return .made("\(number)") { contact in
            contact.name = PersonName(first: names[0], last: names.count > 1 ? names[1] : nil)
            for part in parts.dropFirst() {
                let words = part.split(separator: " ", maxSplits: 1).map(String.init)
                switch words[0] {
                case "email": contact.email = words[1]
                case "phone": contact.phone = words[1]
                case "born": contact.birthday = words[1]
                case "of": contact.organization = words[1]
                case "nickname": contact.nickname = words[1]
                case "suffix": contact.name.suffix = words[1]
                case "whole": contact.name.formatted = words[1]
                case "in": contact.address.country = words[1]
                default: Issue.record("There is no field “\(words[0])”.")
                }
            }
        }
    }

    private func finder(_ contacts: [String], region: String? = nil) -> DuplicateFinder {
        var finder = DuplicateFinder(region: region.flatMap { PhoneRegion($0) })
        for (number, text) in contacts.enumerated() { finder.add(contact(number, text)) }
        return finder
    }

    /// The groups as texts: who belongs together, “!” if that is certain, and the reasons.
    private func groups(_ contacts: [String]) -> [String] {
        finder(contacts).groups().map { group in
            let parts = group.parts.map { $0.map(\.rawValue).joined(separator: "+") }.joined(separator: " ")
            return "\(parts)\(group.score.isCertain ? "!" : "") \(group.score.reasons.joined(separator: ", "))"
        }
    }

    /// Contacts between slashes, and the groups that they make.
    private static let cases = """
        # A mailbox is no reason alone, nor with the number of a family; with one name it is certainly one person.
        Sales; email o@x.org / Support; email o@x.org = none
        ; email o@x.org; of Sales / ; email o@x.org; of Support / Ada|King; email o@x.org / ; email o@x.org = none
        Ada|King; email o@x.org; phone +44 20 7946 0001 / William|King; email o@x.org; phone 020 7946 0001 = none
        Ada|King; email a@x.org / B; email b@x.org / ÁDA|king; email A@X.org = \
        0 2! the same e-mail address, the same name
        # A nickname is another form of the name, and 110 is a service.
        Augusta|King; phone 030 1234567; nickname Ada / Ada|King; phone 030 1234567 = \
        0 1 the same number, two forms of one name
        A; phone 110 / A; phone 110 = 0 1 the same name
        # The same full name is possible, and what they have in common makes it more likely.
        Ada|King; born 1815-12-10 / ÁDA|king; born 1815-12-10 = 0 1! the same birthday, the same name
        Ada|King; born 1815-12-10 / Ada|King; born 1815-12-11 = 0 1 the same name, but different birthdays
        Ada|King; born 1815-12-10 / Ada|King = 0 1 the same name
        Ada|King; born 1815-12-10 / Ada|King; born 1815 = 0 1 the same name
        Ada|King; born 1815-12-10 / Ada|King; born --12-10 = 0 1 the same day of birth, the same name
        Cher / cher = 0 1 the same name
        Cher / |Cher = 0 1 the same name
        Ada|King / King|Ada = none
        ; of ACME / ; of ACME = 0 1 the same name
        Ada|King; of Engines / Ada|King; of Engines = 0 1 the same organization, the same name
        # Names that nearly are the same need the same birthday, and what differs speaks against it.
        Katherine|Johnson; born 1918-08-26 / Kathrine|Jonson; born 1918-08-26 = \
        0 1 the same birthday, names that differ by a letter or two
        Katherine|Johnson; born 1918-08-26 / Kathrine|Jonson; born 1918-08-27 = none
        John|Smith; email j@x.org; born 1950-01-02 / John|Smith; email j@x.org; born 1980-07-31 = \
        0 1 the same e-mail address, the same name, but different birthdays
        John|Smith; phone 0171 1234567; suffix Sr. / John|Smith; phone 0171 1234567; suffix Jr. = none
        # Two people do not come together through a third, and a possible contact joins certain ones as one.
        Ada|King; phone 030 1234567 / A.|King; phone 030 1234567 / Anna|King; phone 030 1234567 = \
        0 1 the same number, an initial that fits the name
        Ada|King; phone 030 1234567 / Ada|King; phone 030 1234567 / A.|King; phone 030 1234567 = \
        0 1! the same number, the same name | 0+1 2 the same number, an initial that fits the name
        # A contact without a name fits by its address or its number.
        Ada|King; email ada.king@x.org / ; email ada.king@x.org = \
        0 1 the same e-mail address, an e-mail address with the name in it
        Ada|King; phone 030 1234567 / ; phone 030 1234567 = 0 1 the same number, one without a name
        Ada|King; email office@x.org / ; email office@x.org = none
        # Companies are compared as companies.
        ; email mail@acme.example; of Acme Inc. / ; email mail@acme.example; of ACME = \
        0 1 the same e-mail address, two forms of one name
        ; email mail@acme.example; of Acme / ; email mail@acme.example; of Apex = none
        ; email mail@acme.example; of Acme / Acme|Lee; email mail@acme.example = none
        """.components(separatedBy: "\n").filter { !$0.hasPrefix("#") }

    @Test(arguments: cases)
    func `contacts that may be one person are a group, with the reasons`(line: String) throws {
        let sides = line.components(separatedBy: " = ")
        let found = groups(sides[0].components(separatedBy: " / "))
        #expect(sides.count == 2 && (found.isEmpty ? "none" : found.joined(separator: " | ")) == sides.last)
    }

    /// Two names with one number, and whether they are a group, and a certain one.
    private static let names: [(String, String, isFound: Bool, isCertain: Bool)] = [
        ("A.|Lovelace", "Ada|Lovelace", true, false), ("Ada|Lovelace", "Lovelace|Ada", true, true),
        ("Ada|Lovelace", "Ada|L", true, false), ("Ada|Lovelace", "Ada Augusta|Lovelace", true, false),
        ("Ada|Lovelace", "Ada|King-Lovelace", true, false), ("Ada|Lovelace", "Ada|Lovelase", true, false),
        ("Ada|Lovelace", "Adam|Lovelace", false, false), ("Ada|", "|Lovelace", false, false),
        ("John|Smith", "John|Smiht", true, false), ("Bob|Smith", "Robert|Smith", true, false),
        ("Anna Maria|Rossi", "Anna|Maria Rossi", true, true), ("Zoë|Müller", "Zoe|Mueller", true, false),
        ("Ada|Lovelace", "; whole Lovelace, Ada", true, true), ("Ada|", "Ada|Lovelace", true, false),
        ("|O'Hara", "Scarlett|O’Hara", true, false), ("Ada|Lovelace", "Anna|Lovelace", false, false),
        ("A.|Lovelace", "Byron|Lovelace", false, false), ("Tom|Lee", "Tim|Lee", false, false),
        ("Unit 1|House", "Unit 2|House", false, false),
    ]

    @Test func `names that go together make one person of a number`() {
        for row in Self.names {
            for (one, other) in [(row.0, row.1), (row.1, row.0)] {
                let found = groups(["\(one); phone +44 20 7946 0001", "\(other); phone (020) 7946-0001"])
                #expect(!found.isEmpty == row.isFound, "\(one), \(other): \(found)")
                #expect((found.first?.contains("!") ?? false) == row.isCertain, "\(one), \(other): \(found)")
            }
        }
    }

    @Test func `numbers are compared with the country that they are dialed in`() {
        let people = ["Ada|King; phone +49 30 1234567", "Ada|King; phone 030/1234567"]
        for region in [nil, "DE"] { #expect(finder(people, region: region).groups().map(\.score.isCertain) == [true]) }
        #expect(finder(people, region: "CH").groups().map(\.score.reasons) == [["the same name"]])
        let own = [people[0], people[1] + "; in Germany"]
        #expect(finder(own, region: "CH").groups().map(\.score.isCertain) == [true])
    }

    @Test(arguments: ["one mailbox", "one birthday", "one name"])
    func `comparisons grow with the number of contacts, not with its square`(kind: String) {
        func comparisons(_ count: Int) -> Int {
            finder(
                (0..<count).map { number in
                    switch kind {
                    case "one mailbox": "P\(number); email info@example.com"
                    case "one birthday": "P\(number)|Q; born 1970-01-01"
                    default: "Ada|King; email \(number)@x; of Engines"
                    }
                }
            ).candidates().count
        }
        #expect(comparisons(2_000) <= 4 * comparisons(500) + 200)
        #expect(comparisons(500) > 0)
    }
}

@Suite struct RepositoryDuplicateServiceTests {
    @Test func `all contacts are read, and told page by page`() async throws {
        let repository = CachingContactRepository.temporary()
        let people = (0..<1_201).map { number in
            Contact.made("c\(number)") { contact in
                contact.name = PersonName(first: "Ada", last: "Nr \(max(number, 1))")
                contact.email = number < 2 ? "same@example.com" : "\(number)@example.com"
            }
        }
        _ = try await repository.apply(people.map(ContactChange.add), title: "add")
        let service = RepositoryDuplicateService(repository: repository)
        let told = Mutex<[[Int]]>([])
        let groups = try await service.duplicates { read, total in told.withLock { $0.append([read, total]) } }
        #expect(told.withLock { $0 } == [[1_000, 1_201], [1_201, 1_201]])
        #expect(groups.map { Set($0.contacts.map(\.id)) } == [["c0", "c1"]])
    }
}
