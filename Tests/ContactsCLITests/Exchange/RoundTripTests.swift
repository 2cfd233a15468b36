import Foundation
import Testing

/// Values that a format, or its reader, may take for something else: they come back from every export.
struct RoundTripTests {
    private typealias Person = [String: Any]

    /// Texts of one line.
    private static let texts = [
        "\u{FEFF}x", "x\u{FEFF}", "\u{FEFF}\u{FEFF}x", "\u{2028}x", "x\u{2028}y", "x\u{2028}", "\u{2029}x",
        "x\u{2029}y", "\u{85}x", "a\u{85}b", "'=1", "''=1", "=1", "+1", "-1", "@x", "'+1", "'", "'x", "\u{FEFF}'=1",
        "'\u{FEFF}=1", "'\u{2028}=1", "Joe Smith", "a;b", "a\\", "\\n", ":x", "<x", " x ", "#x", "[0]", "%41", "\"q\"",
        "\u{A0}x", "$HOME `x`", "Other", "BOAT, x",
    ]

    private static let notes = texts + ["\u{FEFF}", "\u{2028}", "\u{FEFF}\n\u{2028}\n'=1", "'=1\n'=2", "\n x", "  x"]

    /// A person for each value in each of many fields.
    private static var people: [Person] {
        var people: [Person] = notes.map { ["name": ["first": "P"], "note": $0] }
        for text in texts {
            let everything: Person = [
                "name": ["first": "A", "last": text], "nickname": text, "organization": text, "units": [text, "b"],
                "role": text, "pronouns": text, "categories": [text, "b"],
                "addresses": [["value": ["city": text, "street": text], "types": ["home"]]],
            ]
            // Without another name, the one that lists show is made of these.
            let names: [Person] = [["name": ["first": text]], ["name": ["formatted": text], "categories": [text]]]
            people += names + [everything, ["nickname": text], ["organization": text]]
        }
        for index in people.indices {
            people[index]["uid"] = "u-\(index)"
            people[index]["emails"] = [["value": "e\(index)@x.org", "types": ["work", "Boat"]]]
        }
        return people
    }

    private static let sample = Binary.sample { contacts in
        let file = contacts.home.url.appending(path: "people.json")
        try JSONSerialization.data(withJSONObject: people).write(to: file)
        try await contacts.succeed("import", file.path, saying: ": \(people.count) added.\n")
        return []
    }

    /// A book of all people, and what it says of them.
    private func book() async throws -> (contacts: Binary, people: [String: NSDictionary]) {
        let contacts = try Binary.copy(of: await Self.sample.value).contacts
        return (contacts, try await people(of: contacts))
    }

    private func people(of contacts: Binary) async throws -> [String: NSDictionary] {
        let output = try await contacts.run("export", "--format", "ndjson").output
        var people: [String: NSDictionary] = [:]
        // Foundation drops a mark at the beginning of a text.
        for line in output.replacing("\u{FEFF}", with: "<FEFF>").split(separator: "\n") {
            guard var person = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Person else { continue }
            person["id"] = nil
            // A label in the user's own words is a line of a card.
            person["lines"] = nil
            people[try #require(person["uid"] as? String)] = person as NSDictionary
        }
        return people
    }

    @Test func `what JSON says is what is stored`() async throws {
        let stored = try await book().people
        #expect(stored.count == Self.people.count)
        func isSame(_ found: Any?, _ text: String) -> Bool {
            let text = text.replacing("\u{FEFF}", with: "<FEFF>")
            return (found as? String)?.utf8.elementsEqual(text.utf8) == true
        }
        for person in Self.people {
            let found = try #require((person["uid"] as? String).flatMap { stored[$0] })
            for case (let field, let text as String) in person {
                #expect(isSame(found[field], text), "\(field) \(text.debugDescription)")
            }
            for (part, text) in person["name"] as? [String: String] ?? [:] {
                #expect(isSame((found["name"] as? Person)?[part], text), "\(part) \(text.debugDescription)")
            }
        }
    }

    @Test func `a format that has every field gives every value back`() async throws {
        let (contacts, expected) = try await book()
        for format in [
            "vcf", "vcf --vcard-version 3.0", "jcf", "json", "ndjson", "csv", "csv --no-formula-guard", "tsv",
            "tsv --no-formula-guard", "abook", "ldif",
        ] {
            let words = format.split(separator: " ").map(String.init)
            let file = contacts.home.path("out.\(words[0])")
            try await contacts.succeed(["export", "--force", "-o", file] + words.dropFirst())
            let other = try Binary.withOwnBook()
            #expect(try await other.run("import", file).messages.hasSuffix(": \(expected.count) added.\n"))
            let found = try await people(of: other)
            for (uid, person) in expected where found[uid] != person {
                Issue.record("\(format): \(person) came back as \(found[uid] ?? [:])")
            }
            // Known by their UIDs and unchanged.
            #expect(try await contacts.run("import", file).messages.hasSuffix(": \(expected.count) unchanged.\n"))
        }
    }

    @Test func `aliases give the names and addresses back`() async throws {
        let (contacts, expected) = try await book()
        let file = contacts.home.path("out.aliases")
        try await contacts.succeed("export", "-o", file)
        let other = try Binary.withOwnBook()
        #expect(try await other.run("import", file).messages.hasSuffix(": \(expected.count) added.\n"))
        let found = try await people(of: other)
        for (uid, person) in expected {
            for field in ["name", "nickname", "emails", "organization"] {
                #expect((found[uid]?[field] as? NSObject) == (person[field] as? NSObject), "\(person[field] ?? "")")
            }
        }
    }

    @Test func `cards of version 2.1 are read as they were meant`() async throws {
        let card = """
            BEGIN:VCARD\r
            VERSION:2.1\r
            UID:old\r
            N:;;;;\r
            FN:Joe Smith\r
            NICKNAME:Joe Smith\r
            NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EF=BB=BF'=3D1=E2=80=A8x=0D=0A=\r
            =E2=80=A9'=3D2\r
            ORG;CHARSET=UTF-8:\u{FEFF}'=1\u{2028}x\r
            END:VCARD\r

            """
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed("import", contacts.home.write(card, to: "old.vcf"))
        let person = try #require(try await people(of: contacts)["old"])
        #expect(person["nickname"] as? String == "Joe Smith")
        let name = try #require(person["name"] as? Person)
        #expect(name["formatted"] as? String == "Joe Smith", "the name that lists show")
        #expect(name.filter { $0.key != "formatted" }.values.allSatisfy { $0 is NSNull })
        #expect(person["note"] as? String == "<FEFF>'=1\u{2028}x\n\u{2029}'=2")
        #expect(person["organization"] as? String == "<FEFF>'=1\u{2028}x")
    }

    @Test func `the editor changes the field that was typed, and no other`() async throws {
        let (contacts, before) = try await book()
        let editor = ["EDITOR": "sed -i 's/^Job title:.*/Job title: Dean/'"]
        for line in try await contacts.run("list", "--offline", "--fields", "id,uid", "--format", "tsv").lines {
            let parts = line.split(separator: "\t").map(String.init)
            guard let number = Int(parts[1].dropFirst(2)), number % 23 == 0 else { continue }
            let edit = try await contacts.run("edit", parts[0], "--editor", "--yes", variables: editor)
            #expect(edit.status == 0 && edit.messages.contains("job title Dean added"), "\(edit.messages)")
        }
        for (uid, person) in try await people(of: contacts) {
            let expected = try #require(before[uid]?.mutableCopy() as? NSMutableDictionary)
            if (Int(uid.dropFirst(2)) ?? 1) % 23 == 0 {
                expected["jobTitle"] = "Dean"
            }
            #expect(person == expected)
        }
    }
}
