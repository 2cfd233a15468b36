import Repository
import RepositoryDoubles
import Synchronization
import Testing

@testable import Services

@Suite struct DuplicateFinderTests {
    private struct Person {
        var first: String?
        var last: String?
        var email: String?
        var phone: String?
        var birthday: String?
        var change: (inout Contact) -> Void = { _ in }
    }

    private func groups(_ people: Person...) -> [(ids: [[String]], reasons: [String], isCertain: Bool)] {
        finder(people).groups().map { group in
            (group.parts.map { $0.map(\.rawValue) }, group.score.reasons, group.score.isCertain)
        }
    }

    private func finder(_ people: [Person], region: String? = nil) -> DuplicateFinder {
        var finder = DuplicateFinder(region: region.flatMap { PhoneRegion($0) })
        for (index, person) in people.enumerated() {
            let contact = Contact.made("\(index)") { contact in
                contact.name = PersonName(first: person.first, last: person.last)
                (contact.email, contact.phone, contact.birthday) = (person.email, person.phone, person.birthday)
                person.change(&contact)
            }
            finder.add(contact)
        }
        return finder
    }

    @Test func `a shared mailbox alone is no reason, with one name it is certainly one person`() {
        let (mailbox, number) = ("office@example.com", "020 7946 0001")
        let strangers = [
            [Person(first: "Sales", email: mailbox), Person(first: "Support", email: mailbox)],
            [
                Person(email: mailbox) { $0.organization = "Sales" },
                Person(email: mailbox) { $0.organization = "Support" },
                Person(first: "Ada", last: "King", email: mailbox), Person(email: mailbox),
            ],
            // Neither is a mailbox and a number that a family shares.
            [
                Person(first: "Ada", last: "King", email: mailbox, phone: "+44 20 7946 0001"),
                Person(first: "William", last: "King", email: mailbox, phone: number),
            ],
        ]
        for people in strangers { #expect(finder(people).groups().isEmpty) }
        let found = groups(
            Person(first: "Ada", last: "King", email: "ada@example.com"),
            Person(first: "B", email: "b@example.com"),
            Person(first: "ÁDA", last: "king", email: "ADA@Example.com")
        )
        #expect(found.map(\.ids) == [[["0"], ["2"]]] && found.map(\.isCertain) == [true])
        #expect(found.map(\.reasons) == [["the same e-mail address", "the same name"]])
    }

    /// Two names with one number, and whether they are a group, and a certain one.
    private static let names: [([String], [String], isFound: Bool, isCertain: Bool)] = [
        (["A.", "Lovelace"], ["Ada", "Lovelace"], true, false),
        (["Ada", "Lovelace"], ["Lovelace", "Ada"], true, true),
        (["Ada", "Lovelace"], ["Ada", "L"], true, false),
        (["Ada", "Lovelace"], ["Ada Augusta", "Lovelace"], true, false),
        (["Ada", "Lovelace"], ["Ada", "King-Lovelace"], true, false),
        (["Ada", "Lovelace"], ["Ada", "Lovelase"], true, false),
        (["Ada", "Lovelace"], ["Adam", "Lovelace"], false, false),
        (["Ada", ""], ["", "Lovelace"], false, false), (["John", "Smith"], ["John", "Smiht"], true, false),
        (["Bob", "Smith"], ["Robert", "Smith"], true, false),
        (["Anna Maria", "Rossi"], ["Anna", "Maria Rossi"], true, true),
        (["Zoë", "Müller"], ["Zoe", "Mueller"], true, false), (["Ada", "Lovelace"], ["Lovelace, Ada"], true, true),
        (["Ada", ""], ["Ada", "Lovelace"], true, false), (["", "O'Hara"], ["Scarlett", "O’Hara"], true, false),
        (["Ada", "Lovelace"], ["Anna", "Lovelace"], false, false),
        (["A.", "Lovelace"], ["Byron", "Lovelace"], false, false),
        (["Tom", "Lee"], ["Tim", "Lee"], false, false), (["Unit 1", "House"], ["Unit 2", "House"], false, false),
    ]

    @Test func `names that go together make one person of a number`() {
        func name(_ words: [String]) -> PersonName {
            guard words.count == 2 else { return PersonName(formatted: words[0]) }
            return PersonName(first: words[0].isEmpty ? nil : words[0], last: words[1].isEmpty ? nil : words[1])
        }
        for row in Self.names {
            for (one, other) in [(row.0, row.1), (row.1, row.0)] {
                let found = groups(
                    Person(phone: "+44 20 7946 0001") { $0.name = name(one) },
                    Person(phone: "(020) 7946-0001") { $0.name = name(other) }
                )
                #expect(!found.isEmpty == row.isFound, "\(one), \(other): \(found)")
                #expect((found.first?.isCertain ?? false) == row.isCertain, "\(one), \(other): \(found)")
            }
        }
    }

    @Test func `a nickname is another form of the name`() {
        let named = Person(first: "Augusta", last: "King", phone: "+44 20 7946 0001") { $0.nickname = "Ada" }
        let found = groups(named, Person(first: "Ada", last: "King", phone: "+44 20 7946 0001"))
        #expect(found.first?.reasons.contains("two forms of one name") == true && found.first?.isCertain == false)
    }

    @Test func `numbers are compared with the country that they are dialed in`() {
        let people = [
            Person(first: "Ada", last: "King", phone: "+49 30 1234567"),
            Person(first: "Ada", last: "King", phone: "030/1234567"),
        ]
        #expect(finder(people).groups().count == 1)
        #expect(finder(people, region: "DE").groups().count == 1)
        #expect(finder(people, region: "CH").groups().map(\.score.reasons) == [["the same name"]])
        var own = people
        own[1].change = { $0.address.country = "Germany" }
        #expect(finder(own, region: "CH").groups().count == 1)
        let callers = groups(Person(first: "A", phone: "110"), Person(first: "A", phone: "110"))
        #expect(callers.map(\.reasons) == [["the same name"]], "110 is a service")
    }

    @Test func `the same full name is possible, and what they have in common makes it more likely`() {
        let ada = Person(first: "Ada", last: "Lovelace", birthday: "1815-12-10")
        let same = Person(first: "ÁDA", last: "lovelace", birthday: "1815-12-10")
        #expect(groups(ada, same).map(\.reasons) == [["the same birthday", "the same name"]])
        let other = groups(ada, Person(first: "Ada", last: "Lovelace", birthday: "1815-12-11"))
        #expect(other.map(\.reasons) == [["the same name", "but different birthdays"]])
        #expect(groups(ada, Person(first: "Ada", last: "Lovelace")).map(\.isCertain) == [false])
        for other in [Person(first: "cher"), Person(last: "Cher")] {
            #expect(groups(Person(first: "Cher"), other).map(\.isCertain) == [false], "a name of one word")
        }
        #expect(groups(Person(first: "Ada", last: "King"), Person(first: "King", last: "Ada")).isEmpty)
        let onlyYear = groups(ada, Person(first: "Ada", last: "Lovelace", birthday: "1815"))
        #expect(onlyYear.map(\.reasons) == [["the same name"]], "which says nothing else")
        let noYear = groups(ada, Person(first: "Ada", last: "Lovelace", birthday: "--12-10"))
        #expect(noYear.map(\.reasons) == [["the same day of birth", "the same name"]])
        let company = Person { $0.organization = "ACME" }
        #expect(groups(company, company).map(\.reasons) == [["the same name"]])
        let works = Person(first: "Ada", last: "Lovelace") { $0.organization = "Engines" }
        #expect(groups(works, works).map(\.isCertain) == [false])
    }

    @Test func `names that nearly are the same need the same birthday`() {
        let one = Person(first: "Katherine", last: "Johnson", birthday: "1918-08-26")
        let other = Person(first: "Kathrine", last: "Jonson", birthday: "1918-08-26")
        #expect(groups(one, other).map(\.isCertain) == [false])
        #expect(groups(one, other).first?.reasons.contains("names that differ by a letter or two") == true)
        #expect(groups(one, Person(first: "Kathrine", last: "Jonson", birthday: "1918-08-27")).isEmpty)
    }

    @Test func `what differs speaks against it`() {
        let one = Person(first: "John", last: "Smith", email: "j@example.com", birthday: "1950-01-02")
        let other = Person(first: "John", last: "Smith", email: "j@example.com", birthday: "1980-07-31")
        let found = groups(one, other)
        #expect(found.map(\.isCertain) == [false])
        #expect(found.first?.reasons.last == "but different birthdays")
        let suffixed = ["Sr.", "Jr."].map { suffix in
            Person(first: "John", last: "Smith", phone: "0171 1234567") { $0.name.suffix = suffix }
        }
        #expect(finder(suffixed).groups().isEmpty)
    }

    @Test func `names of two people do not come together through a third`() {
        let number = "+44 20 7946 0001"
        let found = groups(
            Person(first: "Ada", last: "Lovelace", phone: number),
            Person(first: "A.", last: "Lovelace", phone: number),
            Person(first: "Anna", last: "Lovelace", phone: number)
        )
        #expect(found.map(\.ids) == [[["0"], ["1"]]])
    }

    @Test func `a possible contact joins certain ones as one`() {
        let ada = Person(first: "Ada", last: "Lovelace", email: "ada@example.com", phone: "+44 20 7946 0001")
        let found = groups(ada, ada, Person(first: "A.", last: "Lovelace", phone: "020 7946 0001"))
        #expect(found.map(\.ids) == [[["0"], ["1"]], [["0", "1"], ["2"]]])
        #expect(found.map(\.isCertain) == [true, false])
    }

    @Test func `a contact without a name fits by its address or its number`() {
        let ada = Person(first: "Ada", last: "Lovelace", email: "ada.lovelace@example.com", phone: "020 7946 0001")
        #expect(groups(ada, Person(email: "ada.lovelace@example.com")).count == 1)
        #expect(groups(ada, Person(phone: "020 7946 0001")).count == 1)
        #expect(groups(Person(first: "Ada", last: "King", email: "office@x"), Person(email: "office@x")).isEmpty)
    }

    @Test func `companies are compared as companies`() {
        func company(_ name: String) -> Person { Person(email: "mail@acme.example") { $0.organization = name } }
        #expect(groups(company("Acme Inc."), company("ACME")).map(\.isCertain) == [false])
        #expect(groups(company("Acme"), company("Apex")).isEmpty)
        #expect(groups(company("Acme"), Person(first: "Acme", last: "Lee", email: "mail@acme.example")).isEmpty)
    }

    @Test(arguments: ["one mailbox", "one birthday", "one name"])
    func `comparisons grow with the number of contacts, not with its square`(kind: String) {
        func comparisons(_ count: Int) -> Int {
            finder(
                (0..<count).map { number in
                    switch kind {
                    case "one mailbox": Person(first: "P\(number)", email: "info@example.com")
                    case "one birthday": Person(first: "P\(number)", last: "Q", birthday: "1970-01-01")
                    default:
                        Person(first: "Ada", last: "King", email: "\(number)@x") { $0.organization = "Engines" }
                    }
                }
            ).comparisons
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
