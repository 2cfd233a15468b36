import Primitives
import Repository
import Testing

@testable import Exchange

@Suite struct OutlookHeadersTests {
    @Test(arguments: OutlookSample.all)
    func `a file of Outlook has the same columns and the same person in every language`(sample: OutlookSample) throws {
        let header = sample.fields.map { String($0.prefix { $0 != "=" }) }
        let known =
            (CSVHeaderFile.shared.english["outlook"] ?? []).map(CSVColumn.key) + ["mobilephone2", "otherphone2"]
        let columns = CSVTranslation.columns(header)
        #expect(columns.filter { !known.contains($0.key) }.map(\.text) == [])
        #expect(Set(columns.map(\.key)).count == header.count && CSVDialect(columns) == .outlook)

        var decoder = FileDecoder()
        let text = String(decoding: decoder.decode(sample.bytes, isLast: true), as: UTF8.self)
        #expect(decoder.encoding == sample.page.map { .windows($0) } ?? .utf8)
        let file = ParsedFile(.csv, text)
        #expect(file.problems == [] && file.notices == [])
        let contact = try #require(file.contacts.first)
        #expect(contact.name == PersonName(title: "Dr", first: "Ada", middle: "King", last: "Lovelace"))
        #expect([contact.organization, contact.jobTitle, contact.role] == ["Acme", "Boss", "Poet"])
        #expect(contact.organizationUnits == ["R&D"])
        #expect(contact.emails == [ContactValue("a@b.c"), ContactValue("d@e.f")])
        #expect(
            contact.phones == [
                ContactValue("+11", types: ["assistant"]), ContactValue("+1", types: ["work", "fax"]),
                ContactValue("+2", types: ["work"]), ContactValue("+3", types: ["work"]),
                ContactValue("+4", types: ["work"]), ContactValue("+5", types: ["home", "fax"]),
                ContactValue("+6", types: ["home"]), ContactValue("+7", types: ["cell"]), ContactValue("+8"),
                ContactValue("+9", types: ["pager"]), ContactValue("+10"),
            ]
        )
        var work = PostalAddress(street: "1 Rd\nFloor 2", city: "London", state: "LDN", postcode: "N1", country: "UK")
        work.poBox = "99"
        let home = PostalAddress(street: "2 Rd", city: "Paris", state: "IDF", postcode: "75001", country: "France")
        #expect(
            contact.addresses == [
                ContactAddress(work, types: ["work"]), ContactAddress(home, types: ["home"]),
                ContactAddress(PostalAddress(city: "Rome")),
            ]
        )
        #expect(contact.birthday == "1815-12-25")
        #expect(contact.anniversary == nil && contact.gender == nil)
        #expect(contact.categories == ["Friends", "Maths"])
        #expect(contact.urls == ["https://x.y"])
        #expect(contact.note == "n")
        #expect(
            Set(contact.lines.map { $0.replacing(/^item\d\./, with: "") }) == [
                "X-ABRELATEDNAMES:Bea", "X-ABLABEL:_$!<Assistant>!$_", "X-ABRELATEDNAMES:Byron",
                "X-ABLABEL:_$!<Child>!$_", "X-ABRELATEDNAMES:Cy", "X-ABLABEL:_$!<Manager>!$_",
                "X-ABRELATEDNAMES:William", "X-ABLABEL:_$!<Spouse>!$_", "X-INITIALS:A.L.",
            ]
        )
    }

    @Test func `what only Outlook knows is kept under its English name, and users see theirs`() throws {
        let file = ParsedFile(
            .csv,
            "Nombre;Apellidos;E-mail Address;Mobile Phone;Usuario 1;Aficiones;Género\nAda;L;a@b.c;+1;blue;Poetry;Mujer\n"
        )
        let contact = try #require(file.contacts.first)
        #expect(contact.gender == "female")
        #expect(contact.lines == ["X-USER-1:blue", "X-HOBBY:Poetry"])
        #expect(
            file.notices == [
                "1: the column “Usuario 1” is unknown; it is kept as X-USER-1 (--map \"Usuario 1=…\" names a field)"
            ]
        )
    }

    @Test func `the language of the columns does not decide the order of dates`() throws {
        let header = "Nombre;Apellidos;Dirección de correo electrónico;Cumpleaños\n"
        var survey = CSVSurvey(options: CSVOptions())
        try survey.take(Array((header + "Ada;L;a@b.c;3/4/1980\n").utf8), isLast: true)
        #expect(survey.doubt?.text == "3/4/1980")
        let american = ParsedFile(.csv, header + "Ada;L;a@b.c;3/4/1980\nEve;L;e@b.c;12/31/1980\n")
        #expect(american.contacts.map(\.birthday) == ["1980-03-04", "1980-12-31"])
        let given = ParsedFile(.csv, header + "Ada;L;a@b.c;3/4/1980\n", csv: CSVOptions(order: .dmy))
        #expect(given.contacts.first?.birthday == "1980-04-03")
    }

    @Test(arguments: [
        ("Unspecified", "gender"), ("Keine Angabe", "gender"), ("Не определен", "gender"), ("Normal", "priority"),
        ("Normální", "sensitivity"), ("Обычная", "priority"), ("FALSCH", "private"), ("Onwaar", "private"),
        ("Ложь", "private"), ("False", "private"), ("Nieokreślona", "gender"), ("Belirtilmemiş", "gender"),
        ("Fałsz", "private"), ("Normalne", "sensitivity"),
    ])
    func `what Outlook writes for nothing says nothing, what its user chose is kept`(value: String, key: String) {
        #expect(CSVDefaults.isDefault(value, of: key))
        #expect(!CSVDefaults.isDefault(value, of: "note"))
        for (value, key) in [
            ("Niedrig", "priority"), ("High", "priority"), ("Privat", "sensitivity"), ("TRUE", "private"),
            ("Wahr", "private"), ("Female", "gender"), ("Normandy is where she lives", "sensitivity"),
        ] { #expect(!CSVDefaults.isDefault(value, of: key)) }
    }

    @Test(arguments: [
        ("Männlich", "male"), ("F", "female"), ("Mężczyzna", "male"), ("Женский", "female"), ("Vrouw", "female"),
        ("nonbinary", "nonbinary"),
    ])
    func `a gender has its English word`(text: String, english: String) {
        #expect(CSVDefaults.gender(text) == english)
    }
}
