import Foundation
import Testing

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

    @Test func `the old name of an option still works, and an empty value changes nothing`() async throws {
        let (contacts, ids) = try await Binary.filled()
        try await contacts.succeed("edit", ids[0], "--job-title", "Engineer", saying: "--job-title is now --title")
        #expect(try await contacts.run("list", "--offline", "title:engineer").lines.count == 1)
        try await contacts.fail(64, "edit", ids[0], "--email", "", saying: "--clear email")
        #expect(try await contacts.run("email", "ada", "--fields", "value").lines == ["ada@example.com"])
        try await contacts.succeed("edit", ids[0], "--remove-email", "ADA@example.com")
        #expect(try await contacts.run("email", "ada").lines.isEmpty)
    }

    @Test func `all mobile numbers are cleared, and no others`() async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed("add", "Ada", "mobile:0170 1", "mobile:0170 2", "work:030 12345")
        try await contacts.succeed("edit", "Ada", "--clear", "mobile")
        #expect(try await contacts.run("list", "--fields", "phones").lines == ["030 12345"])
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
            "--unit", "U1", "--unit", "U2", "--address-type", "work", "--street", "W 1", "--city", "Bern", "--group",
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

    /// The options, what goes and what comes, and what is said.
    private static let edits: [(String, gone: String, come: String, said: String)] = [
        ("--email home:d@x.org", "emails home a@x.org", "emails home d@x.org", "e-mail home a@x.org → d@x.org"),
        ("--email d@x.org", "emails home a@x.org", "emails home d@x.org", "e-mail home a@x.org → d@x.org"),
        ("--email school:d@x.org", "", "emails school d@x.org", "e-mail school d@x.org added"),
        (
            "--email d@x.org --email home:e@x.org --email f@x.org", "emails home a@x.org",
            "emails home e@x.org, emails d@x.org, emails f@x.org",
            "e-mail home a@x.org → e@x.org, e-mail d@x.org added, e-mail f@x.org added"
        ),
        ("--phone work:33", "phones work 3", "phones work 33", "phone work 3 → 33"),
        ("--phone work,fax:22", "phones work fax 2", "phones work fax 22", "phone work fax 2 → 22"),
        ("--phone fax:22", "phones work fax 2", "phones work fax 22", "phone work fax 2 → 22"),
        ("--phone 11", "phones home 1", "phones home 11", "phone home 1 → 11"),
        ("--phone pager:5", "", "phones pager 5", "phone pager 5 added"),
        ("--cell 44", "phones cell 4", "phones cell 44", "phone cell 4 → 44"),
        ("--url https://n.x", "urls https://a.x", "urls https://n.x", "url https://a.x → https://n.x"),
        (
            "--date wedding:2011-01-01", "dates wedding 2010-01-01", "dates wedding 2011-01-01",
            "date wedding 2010-01-01 → 2011-01-01"
        ),
        ("--related child:Tim", "relations child Kim", "relations child Tim", "related child Kim → Tim"),
        ("--related friend:Tim", "", "relations friend Tim", "related friend Tim added"),
        ("--messenger skype:c", "messengers skype b", "messengers skype c", "messenger skype b → c"),
        (
            "--profile github:https://g/b", "profiles github https://g/a", "profiles github https://g/b",
            "profile github https://g/a → https://g/b"
        ),
        ("--unit U3", "units U1", "units U3", "unit U1 → U3"),
        ("--group navy", "", "categories navy", "group navy added"),
        ("--city Zug", "addresses work city Bern", "addresses work city Zug", "address work city Bern → Zug"),
        ("--address-type home --city Zug", "", "addresses home city Zug", "address home city Zug added"),
        (
            "--address-type work --street W2", "addresses work street W 1", "addresses work street W2",
            "address work street W 1 → W2"
        ),
        ("--clear city", "addresses work city Bern", "", "address work city Bern removed"),
        (
            "--clear email --email home:d@x.org", "emails home a@x.org, emails work b@x.org, emails c@x.org",
            "emails home d@x.org", "e-mail home a@x.org → d@x.org, e-mail work b@x.org removed, e-mail c@x.org removed"
        ),
        (
            "--clear mail", "emails home a@x.org, emails work b@x.org, emails c@x.org", "",
            "e-mail home a@x.org removed, e-mail work b@x.org removed, e-mail c@x.org removed"
        ),
        (
            "--only-email home:d@x.org --only-email e@x.org",
            "emails home a@x.org, emails work b@x.org, emails c@x.org", "emails home d@x.org, emails e@x.org",
            "e-mail home a@x.org → d@x.org, e-mail c@x.org → e@x.org, e-mail work b@x.org removed"
        ),
        ("--only-unit U2", "units U1", "", "unit U1 removed"),
        // A field is cleared before it gets its value.
        (
            "--clear email --add-email work:a@b --add-url https://n.x --add-group x --remove-phone 3 --remove-unit U2",
            "emails home a@x.org, emails work b@x.org, emails c@x.org, phones work 3, units U2",
            "emails work a@b, urls https://n.x, categories x",
            "e-mail work b@x.org → a@b, e-mail home a@x.org removed, e-mail c@x.org removed, phone work 3 removed, "
                + "unit U2 removed, url https://n.x added, group x added"
        ),
        (
            "--prefix Mrs --title Engineer --no-favorite --note n --pronouns she/her", "", "",
            "prefix Mrs added, pronouns they/them → she/her, job title Engineer added, favorite yes → no, note n added"
        ),
        (
            "--clear pronouns --remove-group friends", "categories friends", "",
            "pronouns they/them removed, group friends removed"
        ),
        (
            "--only-group navy", "categories friends, categories maths", "categories navy",
            "group friends → navy, group maths removed"
        ),
        (
            "--only-related spouse:Joan", "relations spouse Jane, relations child Kim", "relations spouse Joan",
            "related spouse Jane → Joan, related child Kim removed"
        ),
    ]

    @Test func `an option changes one value of a list, which is said, and no other`() async throws {
        let contacts = try await rich()
        let before = try await values(contacts)
        let trial = try await contacts.run("edit", "T Est", "--dry-run", "--phone", "11")
        #expect(trial.messages.hasSuffix("contacts: Would change T Est: phone home 1 → 11.\n"), "\(trial.messages)")
        #expect(try await values(contacts) == before)
        func words(_ text: String, _ separator: String = ", ") -> [String] {
            text.isEmpty ? [] : text.components(separatedBy: separator)
        }
        for (arguments, gone, come, said) in Self.edits {
            let options = words(arguments, " ")
            try await contacts.succeed("edit", "T Est", options, messages: "contacts: Saved T Est: \(said).\n")
            #expect(before.isSuperset(of: words(gone)))
            #expect(try await values(contacts) == before.subtracting(words(gone)).union(words(come)), "\(arguments)")
            try await contacts.succeed("undo")
        }
    }

    @Test func `an edit of several says in which of them a value went`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let edit = try await contacts.run("edit", ids[0], ids[1], ids[2], "--email", "all@example.org")
        #expect(
            edit.messages == """
                  Ada Lovelace: e-mail ada@example.com → all@example.org
                  Grace Hopper: e-mail grace@example.org → all@example.org
                contacts: Saved 3 contacts (Ada Lovelace, Grace Hopper, Alan Turing).

                """
        )
        #expect(try await contacts.run("edit", ids[0], "--address-type", "work").status == 64)
        try await contacts.succeed("edit", ids[0], ids[1], "--email", "q@example.org", "--quiet", messages: "")
    }

    @Test func `several are edited in one step, or none`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("edit", ids[0], "zzzz", "--note", "n").status == 1)
        let edited = try await contacts.shell("\"$contacts\" search --offline example | \"$contacts\" edit - --note n")
        #expect(edited.status == 0, "\(edited.messages)")
        #expect(try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv").output == "n\nn\n\n")
        _ = try await contacts.run("undo")
        #expect(try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv").output == "\n\n\n")
    }
}
