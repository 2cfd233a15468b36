import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactExpressionTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    private typealias Person = (id: String, first: String, last: String, city: String, phone: String, birthday: String?)

    private static let people: [Person] = [
        ("ada", "Ada", "Lovelace", "London", "+44 20 7946 0001", "1815-12-10"),
        ("grace", "Grace", "Hopper", "New York", "(555) 010-1234", "1906-12-09"),
        ("konrad", "Konrad", "Zuse", "Berlin", "030 901820", "1910-06-22"),
        ("dorde", "Đorđe", "Müller-York", "München", "+49 89 12345", nil),
        ("anna", "Anna", "Ann", "Berlin", "(067) Z42-7667", "2000-06-22"),
    ]

    @Test func `a month has all of its birthdays, from the first day to the last, and no others`() async throws {
        let days = (1...12).flatMap { month in
            ["01", "09", "10", month == 2 ? "28" : "30"].map { "\(month < 10 ? "0" : "")\(month)-\($0)" }
        }
        let birthdays = days.flatMap { ["1990-" + $0, "1991-" + $0, "--" + $0] } + ["2000"]
        let people = birthdays.map { day in Contact.made(ContactID(rawValue: day)) { $0.birthday = day } }
        _ = try await dao.apply(people.map(ContactChange.add), title: "add")
        for month in Set(days.map { $0.prefix(2) }) {
            let filter = try ContactFilter(query: "birthday:1990-\(month)")
            let wanted = days.filter { $0.hasPrefix(month) }.map { "1990-" + $0 }
            #expect(try await dao.contacts(ContactQuery(limit: 999, filter: filter)).ids.sorted() == wanted)
            #expect(try await dao.count(filter) == wanted.count)
        }
    }

    private static let allPeople = people.map(\.id).sorted()

    private static let findings: [(String, [String])] = [
        ("ada", ["ada"]), ("ADA love", ["ada"]), ("ada zuse", []), ("lovelace ada", ["ada"]),
        ("dorde", ["dorde"]), ("name:đorđe", ["dorde"]), ("city:munchen", ["dorde"]), ("city:MÜN", ["dorde"]),
        ("city:berlin", ["anna", "konrad"]), ("city:york", ["grace"]), ("york", ["dorde", "grace"]),
        ("city:\"new york\"", ["grace"]), ("city:\"york new\"", []), ("\"new york\"", ["grace"]), ("\"york new\"", []),
        ("ann", ["anna"]), ("\"ann\"", ["anna"]), ("first:ann", ["anna"]), ("first:\"ann\"", []),
        ("last:\"ann\"", ["anna"]),
        ("name:\"ada lovelace\"", ["ada"]), ("\"ada lovelace\"", ["ada"]), ("name:lovelace", ["ada"]),
        ("-city:berlin", ["ada", "dorde", "grace"]), ("-ada", ["anna", "dorde", "grace", "konrad"]),
        ("ada OR konrad", ["ada", "konrad"]), ("city:berlin zuse OR city:london", ["ada", "konrad"]),
        ("city:berlin (zuse OR city:london)", ["konrad"]), ("-(city:berlin OR city:london)", ["dorde", "grace"]),
        ("ada OR -city:berlin", ["ada", "dorde", "grace"]), ("--ada", ["ada"]),
        ("phone:+4930901820", ["konrad"]), ("phone:030901", ["konrad"]), ("phone:01234", ["grace"]),
        ("phone:z427", ["anna"]), ("phone:089", ["dorde"]), ("+4930901820", ["konrad"]), ("030901820", ["konrad"]),
        ("\"+49 30 901820\"", ["konrad"]), ("08912345", ["dorde"]), ("555-010", ["grace"]),
        ("-phone:+44", allPeople.filter { $0 != "ada" }),
        ("birthday:12-10", ["ada"]), ("birthday:1906", ["grace"]), ("birthday:06-22", ["anna", "konrad"]),
        ("birthday:1910-06-22", ["konrad"]), ("birthday:2000-06", ["anna"]),
        ("-birthday:06-22", ["ada", "dorde", "grace"]),
        ("nat:us", ["ada", "anna", "grace"]), ("nat:U", []), ("-nat:us", ["dorde", "konrad"]),
        ("gender:fem", ["ada", "anna", "grace"]), ("gender:male", ["dorde", "konrad"]), ("onrad", ["konrad"]),
        ("name:onrad", ["konrad"]),
        ("-onrad", ["ada", "anna", "dorde", "grace"]), ("\"onrad\"", []), ("email:onrad", ["konrad"]),
        ("email:example", allPeople), ("email:ada@example.com", ["ada"]),
        ("email:example.com -nat:us", ["dorde", "konrad"]),
        ("id:ko", ["konrad"]), ("id:KONRAD", ["konrad"]), ("-id:ko", ["ada", "anna", "dorde", "grace"]),
        ("uid:urn:uuid:ko", ["konrad"]), ("edited:yes", ["grace"]), ("edited:no", ["ada", "anna", "dorde", "konrad"]),
        ("name:\"grace hopper\" edited:yes", ["grace"]),
        ("*", []), ("-*", allPeople), ("city:*", []), ("country:x", []), ("\"'\"", []), ("\"NEAR(a b)\"", []),
        ("search_key", []),
    ]

    private func fill() async throws {
        let people = Self.people.enumerated().map { index, person in
            RemotePerson.sample(person.id, index: index, uuid: .some(person.id)) {
                $0.name = PersonName(first: person.first, last: person.last == "Hopper" ? "Murray" : person.last)
                ($0.address.city, $0.birthday, $0.phone) = (person.city, person.birthday, person.phone)
                ($0.nationality, $0.gender) = index == 2 || index == 3 ? ("DE", "male") : ("US", "female")
                $0.email = "\(person.id)@example.com"
            }
        }
        _ = try await dao.store(.sample(people))
        _ = try await dao.update(ContactID(rawValue: "grace"), with: ContactEdit(lastName: "Hopper"))
    }

    @Test func `a query finds the matching contacts`() async throws {
        try await fill()
        for (query, expected) in Self.findings {
            let filter = try ContactFilter(query: query)
            let found = try await dao.contacts(ContactQuery(limit: 100, filter: filter)).ids.sorted()
            #expect(found == expected, "“\(query)”")
        }
    }

    private static let imported = Contact.made("x-1", origin: .local) { contact in
        contact.uid = "urn:uuid:F81D4FAE"
        contact.name = PersonName(
            first: "Jean",
            middle: "Luc",
            last: "Picard",
            suffix: "Jr.",
            formatted: "Captain Picard"
        )
        contact.emails = [ContactValue("jl@work.example"), ContactValue("jl@home.example", isPreferred: true)]
        contact.phones = [ContactValue("0171 123456", types: ["cell"]), ContactValue("+33 1 2345", types: ["work"])]
        contact.addresses = [
            ContactAddress(PostalAddress(street: "Rue 1", city: "La Barre", country: "France")),
            ContactAddress(PostalAddress(city: "San Francisco", state: "California", postcode: "94121", poBox: "PO 7")),
        ]
        (contact.nickname, contact.birthday, contact.anniversary) = ("Johnny", "--07-13", "2364-01-02")
        (contact.organization, contact.organizationUnits) = ("Starfleet", ["Enterprise", "Bridge"])
        (contact.jobTitle, contact.role, contact.note) = ("Captain", "Explorer", "Tea, Earl Grey, hot")
        (contact.urls, contact.categories) = (["https://starfleet.example/picard"], ["Close Friends", "Workshop"])
        contact.isFavorite = true
    }

    @Test func `every field is compared with all its values, and with no other's`() throws {
        for query in [
            "jean-luc picard", "name:\"jean luc picard\"", "name:captain", "fn:\"captain picard\"", "nickname:john",
            "email:work.example", "email:jl@home", "phone:+49171", "cell:0171", "phone:+331", "0171123456",
            "+49171123456", "city:\"san francisco\"", "city:barre", "state:calif", "postcode:94121", "country:france",
            "address:\"rue 1\"", "address:\"po 7\"", "street:rue", "birthday:07-13", "bday:--07-13", "anniversary:2364",
            "anniversary:01-02", "org:starfleet", "org:bridge", "organization:\"starfleet enterprise\"",
            "title:captain", "role:explor", "note:\"earl grey\"", "url:starfleet.example", "group:\"close friends\"",
            "category:friends", "groups:WORKSHOP", "favorite:yes", "edited:no", "source:local", "-source:api", "id:x-",
            "uid:urn:uuid:f81d", "uid:f81d", "tea OR coffee", "grey starfleet workshop",
        ] { #expect(try ContactMatcher(ContactFilter(query: query)).matches(Self.imported), "\(query)") }
        for query in [
            "cell:+331", "group:work", "category:frien", "birthday:07-14", "birthday:1900", "title:starfleet",
            "org:captain", "favorite:no", "source:api", "uid:x-1", "nickname:picard", "first:picard", "phone:94121",
            "city:france",
        ] { #expect(try !ContactMatcher(ContactFilter(query: query)).matches(Self.imported), "\(query)") }
    }

    @Test(arguments: [
        (ContactTerm("perhaps", in: .edited), "“edited:yes”"), (ContactTerm("May", in: .birthday), "YYYY-MM-DD"),
        (ContactTerm("x", in: .source), "“source:local”"), (ContactTerm("  ", in: .city), "“city:”"),
    ])
    func `a value that a field cannot have is refused with advice`(term: ContactTerm, advice: String) {
        #expect(ContactCondition(term) == .never)
        do {
            _ = try ContactCondition(checking: term)
            Issue.record("accepted")
        } catch {
            #expect(error.advice.contains(advice), "\(error.advice)")
        }
    }
}
