import Foundation
import Primitives
import Repository
import Testing

@testable import ContactsCLI

struct EditCommandTests {
    @Test func `an edit is kept, over a refresh too`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        let id = ids[0]
        let edit = try await contacts.succeed([
            "edit", String(id.prefix(13)), "--first-name", "Ada", "--last-name", "Lovelace",
            "--email", "ada@example.com", "--phone", "+41 44 000 00 00",
        ])
        #expect(edit.output.isEmpty)

        for _ in 0..<2 {
            let person = ["show", id, "--format", "tsv", "--fields", "first,last,email,phone,edited"]
            try await contacts.succeed(person, output: "Ada\tLovelace\tada@example.com\t+41 44 000 00 00\tyes\n")
            try await contacts.succeed("list", "--refresh")
        }
    }

    @Test func `the old name of an option works, an address is removed, and mobile numbers are cleared`() async throws {
        let (contacts, ids) = try await Binary.filled()
        try await contacts.succeed("edit", ids[0], "--job-title", "Engineer", saying: "--job-title is now --title")
        #expect(try await contacts.run("list", "--offline", "title:engineer").lines.count == 1)
        #expect(try await contacts.run("email", "ada", "--fields", "value").lines == ["ada@example.com"])
        try await contacts.succeed("edit", ids[0], "--remove-email", "ADA@example.com")
        #expect(try await contacts.run("email", "ada").lines.isEmpty)
        try await contacts.succeed("add", "Eve", "mobile:0170 1", "mobile:0170 2", "work:030 12345")
        try await contacts.succeed("edit", "Eve", "--clear", "mobile")
        #expect(try await contacts.run("list", "Eve", "--fields", "phones").lines == ["030 12345"])
    }

    /// A contact with several values in every list, one `field: types value` a line.
    private func rich() async throws -> Binary {
        let contacts = try Binary()
        try await contacts.succeed([
            "add", "--first-name", "T", "--last-name", "Est", "--email", "home:a@x.org", "--email", "work:b@x.org",
            "--email", "c@x.org", "--phone", "home:1", "--phone", "work,fax:2", "--phone", "work:3", "--cell", "4",
            "--url", "https://a.x", "--url", "https://b.x", "--date", "graduation:2009-06-13", "--date",
            "wedding:2010-01-01", "--related", "spouse:Jane", "--related", "child:Kim", "--messenger", "jabber:a@j",
            "--messenger", "skype:b", "--profile", "mastodon:https://m/@a", "--profile", "github:https://g/a",
            "--unit", "U1", "--unit", "U2", "--address-type", "work", "--street", "W1", "--city", "Bern", "--group",
            "friends", "--group", "maths", "--favorite", "--pronouns", "they/them",
        ])
        return contacts
    }

    private func values(_ contacts: Binary) async throws -> Set<String> {
        let fields = "emails,phones,urls,dates,relations,messengers,profiles,units,addresses,categories"
        let person =
            try await contacts.run("list", "--offline", "--format", "json", "--fields", fields).objects.first ?? [:]
        return Set(
            person.flatMap { field, list -> [String] in
                ((list as? [Any]) ?? []).flatMap { value -> [String] in
                    guard let value = value as? [String: Any] else { return ["\(field) \(value)"] }
                    let head = ([field] + (value["types"] as? [String] ?? [])).joined(separator: " ")
                    guard let parts = value["value"] as? [String: Any] else {
                        return ["\(head) \(value["value"] ?? "")"]
                    }
                    return parts.compactMap { part, text in (text as? String).map { "\(head) \(part) \($0)" } }
                }
            }
        )
    }

    /// The options, and what is said of them: each change as the labels of the value, the old one and the new one.
    ///
    /// A value with labels that no other has is another one, one without labels is the first, and a field is cleared
    /// before it gets its value.
    private static let edits = """
        --email home:d@x.org --phone work:33 --url https://n.x --date wedding:2011-01-01 --related child:Tim \
        --messenger skype:c --profile github:https://g/b --unit U3 --group navy --city Zug
        e-mail home a@x.org → d@x.org, phone work 3 → 33, address work city Bern → Zug, unit U1 → U3, \
        url https://a.x → https://n.x, group navy added, date wedding 2010-01-01 → 2011-01-01, \
        related child Kim → Tim, messenger skype b → c, profile github https://g/a → https://g/b

        --email school:d@x.org --phone work,fax:22 --related friend:Tim --address-type home --city Zug
        e-mail school d@x.org added, phone work fax 2 → 22, address home city Zug added, related friend Tim added

        --email d@x.org --phone fax:22 --address-type work --street W2
        e-mail home a@x.org → d@x.org, phone work fax 2 → 22, address work street W1 → W2

        --email d@x.org --email home:e@x.org --email f@x.org --phone 11
        e-mail home a@x.org → e@x.org, e-mail d@x.org added, e-mail f@x.org added, phone home 1 → 11

        --phone pager:5 --cell 44 --clear city
        phone cell 4 → 44, phone pager 5 added, address work city Bern removed

        --clear email --email home:d@x.org
        e-mail home a@x.org → d@x.org, e-mail work b@x.org removed, e-mail c@x.org removed

        --clear mail --clear pronouns --remove-group friends
        pronouns they/them removed, e-mail home a@x.org removed, e-mail work b@x.org removed, e-mail c@x.org removed, \
        group friends removed

        --only-email home:d@x.org --only-email e@x.org --only-unit U2 --only-group navy --only-related spouse:Joan
        e-mail home a@x.org → d@x.org, e-mail c@x.org → e@x.org, e-mail work b@x.org removed, unit U1 removed, \
        group friends → navy, group maths removed, related spouse Jane → Joan, related child Kim removed

        --clear email --add-email work:a@b --add-url https://n.x --add-group x --remove-phone 3 --remove-unit U2
        e-mail work b@x.org → a@b, e-mail home a@x.org removed, e-mail c@x.org removed, phone work 3 removed, \
        unit U2 removed, url https://n.x added, group x added

        --prefix Mrs --title Engineer --no-favorite --note n --pronouns she/her
        prefix Mrs added, pronouns they/them → she/her, job title Engineer added, favorite yes → no, note n added
        """.components(separatedBy: "\n\n").map { $0.components(separatedBy: "\n") }

    private static let keys = [
        "e-mail": "emails", "phone": "phones", "url": "urls", "date": "dates", "related": "relations",
        "messenger": "messengers", "profile": "profiles", "unit": "units", "address": "addresses",
        "group": "categories",
    ]

    @Test func `an option changes one value of a list, which is said, and no other`() async throws {
        let contacts = try await rich()
        let before = try await values(contacts)
        // Several values are one text with separators.
        #expect(try await contacts.run("list", "--fields", "units,favorite,photo").lines == ["U1; U2\tyes\t"])
        let trial = try await contacts.run("edit", "T Est", "--dry-run", "--phone", "11")
        #expect(trial.messages.hasSuffix("contacts: Would change T Est: phone home 1 → 11.\n"), "\(trial.messages)")
        #expect(try await values(contacts) == before)
        // Each edit is of what was added, which is copied back faster than an edit is undone.
        let database = contacts.home.url.appending(path: ".local/share/contacts/books/home.sqlite")
        let added = try Data(contentsOf: database)
        for lines in Self.edits {
            let (options, said) = (lines[0].components(separatedBy: " "), lines[1])
            try await contacts.succeed("edit", "T Est", options, messages: "contacts: Saved T Est: \(said).\n")
            var expected = before
            for change in said.components(separatedBy: ", ") {
                let parts = try #require(change.wholeMatch(of: /(\S+) (.* )?(\S+) (added|removed|→ (\S+))/)?.output)
                guard let key = Self.keys[String(parts.1)] else { continue }
                let labels = "\(key) \(parts.2 ?? "")"
                if parts.4 != "added" { #expect(expected.remove(labels + parts.3) != nil, "\(change)") }
                if let new = parts.4 == "added" ? parts.3 : parts.5 { expected.insert(labels + new) }
            }
            #expect(try await values(contacts) == expected, "\(options)")
            try added.write(to: database)
        }
    }

    @Test func `an edit of several says in which of them a value went`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let edit = try await contacts.run("edit", ids[0], ids[1], ids[2], "--email", "all@example.org")
        let wanted = """
              Ada Lovelace: e-mail ada@example.com → all@example.org
              Grace Hopper: e-mail grace@example.org → all@example.org
            contacts: Saved 3 contacts (Ada Lovelace, Grace Hopper, Alan Turing).

            """
        #expect(edit.messages == wanted)
        #expect(try await contacts.run("edit", ids[0], "--address-type", "work").status == 64)
        try await contacts.succeed("edit", ids[0], ids[1], "--email", "q@example.org", "--quiet", messages: "")
    }

    @Test func `several are edited in one step, or none`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("edit", ids[0], "zzzz", "--note", "n").status == 1)
        try await contacts.shell("\"$contacts\" search --offline example | \"$contacts\" edit - --note n", status: 0)
        #expect(try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv").output == "n\nn\n\n")
        _ = try await contacts.run("undo")
        #expect(try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv").output == "\n\n\n")
    }
}

struct AddCommandTests {
    @Test func `add prints the identifier alone, and the contact is there`() async throws {
        let contacts = try Binary()
        let added = try await contacts.succeed([
            "add", "--first-name", "Ada", "--last-name", "Lovelace", "--email", "ada@example.com", "--phone",
            "+41 44 000 00 00", "--cell", "+41 79 000 00 00", "--birthday", "--12-10", "--gender", "female",
        ])
        let id = try #require(added.lines.first)
        #expect(added.output == "\(id)\n")
        #expect(UUID(uuidString: id) != nil)

        let fields = "first,last,email,phone,cell,birthday,gender"
        let shown = "Ada\tLovelace\tada@example.com\t+41 44 000 00 00\t+41 79 000 00 00\t--12-10\tfemale\n"
        try await contacts.succeed("show", id, "--format", "tsv", "--fields", fields, output: shown)
        #expect(try await contacts.run("list", "lovelace", "--offline").lines.map { $0.prefix(id.count) } == [id[...]])
    }

    @Test func `several addresses keep their order and types, and parts of a postal one are set alone`() async throws {
        let contacts = try Binary()
        let id = try await contacts.add([
            "Ada", "--email", "work:ada@example.com", "--email", "a@example.org", "--phone", "home:+41 44 1", "--phone",
            "work:+41 44 2", "--cell", "+41 79 3", "--city", "Genf", "--country", "Schweiz",
        ])
        try await contacts.succeed("email", "ada", "--fields", "value", output: "ada@example.com\na@example.org\n")
        #expect(try await contacts.run("phone", "ada").lines.count == 3)
        #expect(try await contacts.run("edit", id, "--city", "Genève", "--postcode", "1201").status == 0)
        let place = try await contacts.run("list", "--offline", "--fields", "city,postcode,country").lines
        #expect(place == ["Genève\t1201\tSchweiz"])
        #expect(try await contacts.run("edit", id, "--email", "a@example.com", "--email", "no at").status == 64)
    }

    @Test func `what cannot be a contact is refused`() async throws {
        let contacts = try Binary()
        for fields in [
            [], ["--email", "no at sign"], ["--email", ""], ["--first-name", " "], ["--phone", "none"],
            ["--birthday", "1999-13-01", "--first-name", "Bo"], ["--note", "nobody in particular"],
            ["surplus", "no@address@"], ["Bo", "--birthday", "03/04/1980"],
        ] { #expect(try await contacts.fail(64, "add", fields, output: "").messages.hasPrefix("contacts: ")) }
        #expect(try await contacts.run("list", "--offline").output.isEmpty)
    }
}

struct ContactFieldOptionsTests {
    @Test(arguments: [
        ["--email", "work:"], ["--note", ""], ["--city", ""], ["--unit", ""],
    ])
    func `an empty value is refused and names what clears the field`(arguments: [String]) async throws {
        try await Binary().fail(64, ["edit", "x"] + arguments, saying: "--clear \(arguments[0].dropFirst(2))")
    }
}

struct TypedTextTests {
    @Test(
        arguments: [
            ("ada@example.com", "ada@example.com", []), ("work:ada@example.com", "ada@example.com", ["work"]),
            ("home,fax:+41 44", "+41 44", ["home", "fax"]), ("tel:+41 44", "tel:+41 44", []), ("+41:5", "+41:5", []),
            (":x", ":x", []), ("work,:x", "work,:x", []), ("Work: x", "x", ["work"]), ("work:", "", ["work"]),
            ("", "", []),
        ] as [(String, String, [String])]
    )
    func `types stand before the value`(text: String, value: String, types: [String]) {
        let parsed = TypedText(parsing: text)
        #expect(parsed.value == value)
        #expect(parsed.types == types)
    }
}

struct ContactNamesTests {
    private func contact(_ number: Int) -> Contact {
        Contact(id: ContactID(rawValue: "\(number)"), name: PersonName(first: "N\(number)"))
    }

    @Test func `few are named, and of many the first and how many more`() {
        #expect(ContactNames.text([contact(1)]) == "N1")
        #expect(ContactNames.text([contact(1), contact(2)]) == "2 contacts (N1, N2)")
        #expect(ContactNames.text((1...5).map(contact)) == "5 contacts (N1, N2, N3 and 2 more)")
        #expect(ContactNames.text([]) == "no contact")
        #expect(ContactNames.name(of: Contact(id: ContactID(rawValue: "x"))) == "x")
    }
}

struct RecognizedWordsTests {
    private func words(_ contact: Contact) -> String {
        ([contact.name.first, contact.name.last].map { $0 ?? "-" }
            + contact.emails.map { ($0.types + [$0.value]).joined(separator: ":") }
            + contact.phones.map { ($0.types + [$0.value]).joined(separator: ":") } + contact.urls
            + [contact.birthday].compactMap { $0 }).joined(separator: "|")
    }

    @Test(arguments: [
        (
            ["Grace Hopper", "grace@example.org", "+1 212 555 0100", "9.12.1906"],
            "Grace|Hopper|grace@example.org|+1 212 555 0100|9.12.1906"
        ),
        (["Grace", "Hopper", "10", "Dec", "1906"], "Grace|Hopper|10 Dec 1906"),
        (["10 Dec", "Ludwig", "van", "Beethoven", "work:l@b.de"], "Ludwig|van Beethoven|work:l@b.de|10 Dec"),
        (["+41", "44", "123", "45", "67", "Ada"], "Ada|-|+41 44 123 45 67"),
        (["0170", "12", "34", "56", "7", "Ada", "030", "1234567"], "Ada|-|0170 12 34 56 7|030 1234567"),
        (["555-0100", "555-0101", "Ada"], "Ada|-|555-0100|555-0101"),
        (["030 1234", "0170 5678", "Ada"], "Ada|-|030 1234|0170 5678"),
        (
            ["work:030-123", "Ada", "www.example.org", "https://a.example"],
            "Ada|-|work:030-123|www.example.org|https://a.example"
        ),
        (["Hopper, Grace", "1906-12-09"], "Grace|Hopper|1906-12-09"), (["Agent", "47"], "Agent|47"),
        (["12-34-5678", "Ada"], "Ada|-|12-34-5678"), (["ACME", "1906"], "ACME|-|1906"), ([" ", "Ada"], "Ada|-"),
        (["a@b@c"], "-|-|a@b@c"), (["Ada", "a@b.org,", "c@d.org;e@f.org"], "Ada|-|a@b.org|c@d.org|e@f.org"),
        (["Ada", "mailto:a@b.org?subject=x", "birthday:9.12.1906"], "Ada|-|a@b.org|9.12.1906"),
        (["bday:", "10", "Dec", "1906", "Ada"], "Ada|-|10 Dec 1906"),
    ])
    func `each word is read by its shape, and the rest is the name`(typed: [String], text: String) {
        let edit = RecognizedWords(typed, order: .dmy, year: 2026).edit
        #expect(words(edit.applied(to: Contact(id: ContactID(rawValue: ""), origin: .local))) == text)
    }

    @Test(arguments: ["31.2.1980", "30/2/1980", "1980-13-01", "31 Nov 1990", "30. Februar", "Nov 31"])
    func `a day that does not exist is a birthday, which is refused, and no telephone number`(day: String) {
        let edit = RecognizedWords(["Ada", day], order: .dmy, year: 2026).edit
        #expect(edit.birthday == day)
        #expect(edit.added.isEmpty)
    }

    @Test(arguments: [
        ["add", "Ada", "--12-10"], ["new", "--12-10", "Ada"], ["add", "--", "--12-10", "Ada"],
        ["add", "Ada", "--birthday", "--12-10", "--note", "--12-10"],
    ])
    func `a birthday without its year is a word, and no option`(arguments: [String]) async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed(arguments)
        let note = arguments.contains("--note") ? "--12-10" : ""
        #expect(try await contacts.run("list", "--fields", "first,birthday,note").lines == ["Ada\t--12-10\t\(note)"])
    }
}
