import Foundation
import Repository
import RepositoryDoubles
import Testing
import VCard

import func TestWatch.withoutPrivileges

@testable import ContactsCLI

/// `contacts import` and `contacts export`, run on real files.
struct ExchangeCommandsTests {
    private let contacts: Binary

    init() throws {
        contacts = try Binary.withOwnBook()
    }

    private func file(_ name: String, _ text: String) throws -> String { try contacts.home.write(text, to: name) }

    private static func card(_ uid: String, _ name: String, _ extra: String = "") -> String {
        "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:\(name)\r\n\(extra)END:VCARD\r\n"
    }

    @Test func `cards come in, nothing is printed but the counts, and undo takes all of it back`() async throws {
        let path = try file("a.vcf", Self.card("1", "Ada Lovelace") + Self.card("2", "Grace Hopper"))
        try await contacts.succeed("import", path, output: "", said: "Imported 2 contacts: 2 added.")
        #expect(try await contacts.run("list", "--offline").lines.count == 2)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "--offline").lines.isEmpty)
    }

    @Test func `a bad line is told, and costs neither its card nor itself`() async throws {
        let cards = Self.card("1", "Ada") + Self.card("2", "Bad", "nonsense\r\n") + Self.card("3", "Eve")
        let path = try file("a.vcf", cards)
        let result = try await contacts.succeed("import", path)
        #expect(result.messages.split(separator: "\n").first?.hasPrefix("\(path):10: ") == true, "\(result.messages)")
        #expect(result.messages.hasSuffix("contacts: Imported 3 contacts: 3 added.\n"))
        #expect(try await contacts.run("export").output.contains("\r\nX-CONTACTS-UNREADABLE:nonsense\r\n"))
    }

    @Test func `fields of cards are shown, edited, and exported as they came in every format`() async throws {
        let card =
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane Doe\r\nORG:Apple Inc.;\r\n"
            + "item1.TEL;type=CELL;type=pref:1\r\nitem1.X-ABLabel:Boat\r\nitem2.X-ABDATE:2009-06-13\r\n"
            + "item2.X-ABLabel:Graduation\r\nX-ABRELATEDNAMES:Bob\r\nitem3.URL;type=pref:http\\://a.b\r\n"
            + "item3.X-ABLabel:Blog\r\nIMPP;X-SERVICE-TYPE=AIM:aim:jane\r\nEND:VCARD\r\n"
        let path = try file("a.vcf", card)
        #expect(try await contacts.run("import", path).messages.hasSuffix("1 added.\n"))
        #expect(try await contacts.run("import", path).messages.hasSuffix("1 unchanged.\n"))
        let shown = try await contacts.run("show", "Jane Doe").output
        for text in ["(Boat", "2009-06-13 (Graduation)", "Bob", "http://a.b (Blog)", "aim:jane (aim)"] {
            #expect(shown.contains(text), "\(shown)")
        }
        let exported = try await contacts.run("export", "--vcard-version", "3.0").output
        for line in card.split(separator: "\r\n") { #expect(exported.contains("\(line)\r\n"), "\(line)") }
        for arguments in ["--vcard-version 3.0", "--vcard-version 4.0", "--format jcard", "--format json"] {
            let copy = try file("copy", try await contacts.shell("\"$contacts\" export \(arguments)").output)
            #expect(try await contacts.run("import", copy).messages.hasSuffix("1 unchanged.\n"), "\(arguments)")
        }
        try await contacts.succeed("edit", "Jane Doe", "--related", "spouse:Bill", "--kind", "individual")
        let edited = try await contacts.run("export", "--vcard-version", "3.0").output
        #expect(edited.contains("RELATED;TYPE=spouse;VALUE=text:Bill\r\n") && edited.contains("Bob"), "\(edited)")
    }

    @Test(arguments: [
        ("update", "1 updated", ["New"]), ("skip", "1 skipped", ["Old"]), ("keep", "1 added", ["New", "Old"]),
    ])
    func `a known UID is dealt with as it was wished`(rule: String, count: String, names: [String]) async throws {
        _ = try await contacts.run("import", file("a.vcf", Self.card("1", "Old")))
        let new = try file("b.vcf", Self.card("1", "New"))
        try await contacts.succeed("import", new, "--duplicates", rule, saying: count)
        let shown = try await contacts.run("list", "--offline").lines.map { $0.split(separator: "\t")[1] }
        #expect(shown.map(String.init).sorted() == names)
    }

    @Test func `a file without a contact is bad data, and a missing one an input that is missing`() async throws {
        #expect(try await contacts.run("import", file("a.vcf", "")).status == 65)
        #expect(try await contacts.run("import", file("b.vcf", "hello\n")).status == 65)
        #expect(try await contacts.run("import", file("c.json", "[]")).status == 65)
        #expect(try await contacts.run("import", "/nowhere/x.vcf").status == 66)
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path), "nothing to store makes no database")
    }

    @Test func `folders, standard input and several files are read in one go`() async throws {
        _ = try file("cards/a.vcf", Self.card("1", "A"))
        _ = try file("cards/deep/b.VCF", Self.card("2", "B"))
        _ = try file("cards/c.vcard", Self.card("5", "E"))
        for other in ["readme.txt", "d.csv", "vcf"] { _ = try file("cards/\(other)", "nothing") }
        let csv = try file("c.csv", "First Name,E-mail 1 - Value\nC,c@example.org\n")
        let folder = contacts.home.path("cards")
        let card = try file("d.card", Self.card("4", "D"))
        let command = "\"$contacts\" import '\(folder)' '\(csv)' - < '\(card)'"
        try await contacts.shell(command, status: 0, said: "Imported 5 contacts: 5 added.")
        #expect(try await contacts.run("history").lines.count == 1)
    }

    @Test func `a dry run changes nothing`() async throws {
        try await contacts.succeed("import", "-n", file("a.vcf", Self.card("1", "A")), said: "Would add 1 contact: A.")
        let many = try file("many.vcf", (0..<12).map { Self.card("\($0)", "P\($0)") }.joined())
        let named = (0..<10).map { "P\($0)" }.joined(separator: ", ")
        try await contacts.succeed("import", "--dry-run", many, said: "Would add 12 contacts: \(named), and 2 more.")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
        _ = try await contacts.run("import", file("a.vcf", Self.card("1", "A") + Self.card("2", "B")))
        let other = Self.card("1", "A", "EMAIL:a@b.c\r\n") + Self.card("2", "B") + Self.card("3", "C")
        let changes = "Would add 1 contact: C. Would update 1 contact: A (e-mail). 1 contact would stay as it is."
        try await contacts.succeed("import", "-n", file("b.vcf", other), said: changes)
        #expect(try await contacts.run("list", "--offline").lines.count == 2)
        #expect(try await contacts.run("history").lines.count == 1)
    }

    @Test func `a file of others is replaced only with --force, and one's own without a word`() async throws {
        let (contacts, _) = try await Binary.filled()
        let path = try file("all.vcf", "mine")
        try await contacts.fail(73, "export", "-o", path, saying: "--force")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try await contacts.type("\n", to: "export", "-o", path, status: 1)
        try await contacts.succeed("export", "-o", path, "--force")
        try await contacts.succeed("export", "-o", path)
        _ = try file("all.vcf", "changed")
        #expect(try await contacts.run("export", "-o", path).status == 73)
    }

    @Test func `labels of Google and Android, and groups of iCloud, are what they mean`() async throws {
        let card = [
            [
                "FN:Zoe", "UID:zoe", "item1.URL:https://zoe.example", "item1.X-ABLabel:Blog",
                "TEL;X-Mobile(2):0170 999", "TEL;TYPE=mobile:0171 888", "X-KUNDENNR:42",
            ],
            ["FN:Friends", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:zoe"],
            ["FN:Nobody yet", "X-ADDRESSBOOKSERVER-KIND:group"],
        ].map { String.card($0) }.joined()
        let path = try file("a.vcf", card)
        #expect(try await contacts.run("import", path).messages == "contacts: Imported 1 contact: 1 added.\n")
        #expect(try await contacts.run("list", "--fields", "name,cell,groups").lines == ["Zoe\t0171 888\tFriends"])
        let shown = try await contacts.run("show", "zoe").lines
        for line in ["Phone:       0170 999 (Mobile(2))", "Web:         https://zoe.example (Blog)", "Kundennr:    42"]
        {
            #expect(shown.contains(line), "\(shown)")
        }
        let export = try await contacts.run("export").output
        #expect(export.contains("Mobile(2)") && export.contains("X-ABLabel:Blog") && export.contains("TYPE=cell"))
    }

    @Test func `terms choose who is exported, and a file is replaced as a whole or not at all`() async throws {
        _ = try await contacts.run("import", file("a.vcf", Self.card("1", "Ada") + Self.card("2", "Grace")))
        let export = try await contacts.run("export", "grace", "--vcard-version", "3.0")
        #expect(export.output == "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:2\r\nFN:Grace\r\nN:;Grace;;;\r\nEND:VCARD\r\n")
        // A hyphen is standard output.
        #expect(try await contacts.succeed("export", "-o", "-").output.hasPrefix("BEGIN:VCARD\r\n"))
        #expect(!FileManager.default.fileExists(atPath: contacts.home.path("-")))
        #expect(try await contacts.run("export", "nobody").output.isEmpty)
        #expect(try await contacts.run("export", "-o", "/nowhere/x.vcf").status == 73)
        #expect(try await contacts.run("export", "-o", "/dev/full").status == 74)
        let path = try file("old.vcf", "old")
        let names = try contacts.home.names()
        #expect(try await contacts.run("export", "bad:term", "-o", path).status == 64)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(try contacts.home.names() == names)
    }
}

struct ExportCommandTests {
    @Test func `the format follows the name of the file, or the file is refused`() async throws {
        let contacts = try Binary()
        let fields = ["--first-name", "=cmd()", "--last-name", "Lovelace", "--email", "a@b.c", "--phone", "+49 30"]
        try await contacts.succeed(["add"] + fields)
        for (name, beginning) in [
            ("all.json", "[{"), ("all.tsv", "uid\ttitle\t"), ("all.csv", "uid,title,"), ("all.ldif", "dn: "),
            ("all.abook", "# abook"), ("all.aliases", "alias "),
        ] {
            try await contacts.succeed("export", "-o", contacts.home.path(name))
            let text = try contacts.home.text(of: name)
            #expect(text.filter { !$0.isNewline }.hasPrefix(beginning), "\(name): \(text)")
        }
        for name in ["all.csv", "all.tsv"] {
            let text = try contacts.home.text(of: name)
            #expect(text.contains("'=cmd()") && text.contains("'+49 30"))
        }
        for name in ["all.pdf", "all", "all.vcf.gz"] {
            let path = contacts.home.path(name)
            let formats = "vcard, jcard, csv, tsv, json, ndjson, mutt-alias, abook, ldif"
            try await contacts.fail(64, "export", "-o", path, saying: formats)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}

@Suite struct CardFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func contact(_ name: String, uid: String) -> Contact {
        .made("1c41a2fe-0000-4000-8000-000000000001", origin: .local) { ($0.name.first, $0.uid) = (name, uid) }
    }

    private func export(_ contacts: Contact...) throws -> Int {
        var cards = try CardFolder(path: folder.url.path, version: .v4)
        try cards.write(contacts)
        return cards.written
    }

    @Test func `files have the names of UIDs that every system takes, and others random ones`() throws {
        let uuid = "1c41a2fe-0000-4000-8000-000000000002"
        let uids = ["ada_1.2+3-x", "urn:uuid:\(uuid)", "../../escape", ".hidden"]
        for uid in uids { #expect(try export(contact("Ada", uid: uid)) == 1) }
        let names = try folder.names()
        #expect(names.count == 4 && names.contains("ada_1.2+3-x.vcf") && names.contains("\(uuid).vcf"))
        #expect(!names.contains { $0.hasPrefix(".") || $0.contains("escape") })
    }

    @Test func `the next export changes only what changed, in its place, whatever its name`() throws {
        #expect(try export(contact("Ada", uid: "a/b"), contact("Grace", uid: "g")) == 2)
        try FileManager.default.moveItem(atPath: folder.path("g.vcf"), toPath: folder.path("renamed.vcf"))
        let names = try folder.names()
        #expect(try export(contact("Ada", uid: "a/b"), contact("Grace", uid: "g")) == 0)
        #expect(try export(contact("Ada", uid: "a/b"), contact("Admiral", uid: "g")) == 1)
        #expect(try folder.names() == names)
        #expect(try folder.text(of: "renamed.vcf").contains("Admiral"))
    }

    @Test func `other files stay as they are, also one that has the name of a UID`() throws {
        let others = ["note.txt": "x", "ada.vcf": "no card", "displayname": "Friends", ".secret.vcf": "y"]
        for (name, text) in others { try folder.write(text, to: name) }
        #expect(try export(contact("Ada", uid: "ada")) == 1)
        for (name, text) in others { #expect(try folder.text(of: name) == text) }
        #expect(try folder.names().count == 5)
    }

    @Test func `a card that cannot be read gets no second file`() throws {
        #expect(try export(contact("Ada", uid: "a")) == 1)
        #expect(chmod(folder.path("a.vcf"), 0) == 0 && chmod(folder.url.path, 0o777) == 0)
        let failure = #expect(throws: Failure.self) { try withoutPrivileges { try export(contact("Bess", uid: "a")) } }
        #expect(failure?.message.contains("“a.vcf”") == true)
        #expect(try folder.names() == ["a.vcf"])
    }

    @Test func `two contacts with one UID are two files, which only the owner can read`() throws {
        #expect(try export(contact("Ada", uid: "a"), contact("Bess", uid: "a")) == 2)
        for name in try folder.names() { #expect(try TemporaryFolder.mode(of: folder.path(name)) == 0o600) }
        let names = try folder.names()
        #expect(names.count == 2)
        #expect(try export(contact("Ada", uid: "a"), contact("Bess", uid: "a")) == 0)
        #expect(try export(contact("Bess", uid: "a"), contact("Ada", uid: "a")) == 0)
        #expect(try export(contact("Ada", uid: "a"), contact("Cleo", uid: "a")) == 1)
        #expect(try folder.names() == names)
    }
}
