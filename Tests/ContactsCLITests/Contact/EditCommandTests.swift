import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct EditCommandTests {
    private func ids(_ contacts: Binary) async throws -> [String] {
        try await contacts.run("list").lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
    }

    private func object(_ result: Binary.Result) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test func `an ambiguous beginning lists candidates, changes nothing and is exit code 64`() async throws {
        let contacts = try Binary()
        let ids = try await ids(contacts)
        // Fifty identifiers have sixteen first characters, so that two of them begin alike.
        let beginnings = Dictionary(grouping: ids) { $0.prefix(1) }
        let prefix = try #require(beginnings.first { $0.value.count > 1 })
        let before = try await contacts.run("list").output

        let result = try await contacts.run("edit", String(prefix.key), "--first-name", "Changed")
        #expect(result.status == 64)
        let named = result.messages.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first }
        #expect(!named.isEmpty)
        #expect(named.allSatisfy { prefix.value.contains(String($0)) })
        #expect(try await contacts.run("list").output == before)
    }

    @Test func `an edit is kept, over a refresh too`() async throws {
        let contacts = try Binary()
        let id = try #require(try await ids(contacts).first)
        let edit = try await contacts.run(
            "edit",
            String(id.prefix(13)),
            "--first-name",
            "Ada",
            "--last-name",
            "Lovelace",
            "--email",
            "ada@example.com",
            "--phone",
            "+41 44 000 00 00"
        )
        #expect(edit.status == 0, "\(edit.messages)")
        #expect(edit.output.isEmpty)

        for _ in 0..<2 {
            let person = try object(try await contacts.run("show", id, "--format", "json"))
            #expect((person["name"] as? [String: Any])?["first"] as? String == "Ada")
            #expect((person["name"] as? [String: Any])?["last"] as? String == "Lovelace")
            #expect(person["email"] as? String == "ada@example.com")
            #expect(person["phone"] as? String == "+41 44 000 00 00")
            #expect(person["edited"] as? Bool == true)
            #expect(try await contacts.run("list", "--refresh").status == 0)
        }
    }

    @Test(arguments: [["edit", "x"], ["edit", "", "--phone", "1"], ["show", " "], ["show"], ["edit"]])
    func `a selection or an edit that is missing is exit code 64`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.messages.hasPrefix("contacts: "))
    }

    @Test func `a value that cannot be used is refused and nothing is changed`() async throws {
        let contacts = try Binary()
        let id = try #require(try await ids(contacts).first)
        let before = try await contacts.run("show", id).output
        let result = try await contacts.run("edit", id, "--email", "no at sign", "--first-name", "Changed")
        #expect(result.status == 64)
        #expect(try await contacts.run("show", id).output == before)
    }

    @Test func `lists are changed by single values, and cleared by name only`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let added = try await contacts.run("edit", ids[0], "--add-email", "work:a@b.example", "--add-phone", "030 9")
        #expect(added.messages == "contacts: Saved Ada Lovelace (e-mail, phone).\n")
        func emails() async throws -> [String] {
            try await contacts.run("email", "name:ada", "--fields", "value").lines
        }
        #expect(try await emails() == ["ada@example.com", "a@b.example"])
        #expect(try await contacts.run("edit", ids[0], "--remove-email", "ADA@example.com").status == 0)
        #expect(try await emails() == ["a@b.example"])
        let empty = try await contacts.run("edit", ids[0], "--email", "")
        #expect(empty.status == 64 && empty.messages.contains("--clear email"))
        #expect(try await emails() == ["a@b.example"])
        #expect(try await contacts.run("edit", ids[0], "--clear", "email").status == 0)
        #expect(try await emails().isEmpty)
        let old = try await contacts.run("edit", ids[0], "--job-title", "Engineer")
        #expect(old.status == 0 && old.messages.contains("--job-title is now --title"))
        #expect(try await contacts.run("list", "--offline", "title:engineer").lines.count == 1)
    }

    @Test func `a text that matches several changes none, and a name is enough to remove`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let both = try await contacts.run("remove", "email:example", "--yes")
        #expect(both.status == 64)
        #expect(both.messages.contains(ids[0]) && both.messages.contains("Grace Hopper"))
        #expect(try await contacts.run("edit", "example", "--phone", "1").status == 64)
        let removed = try await contacts.run("remove", "Grace Hopper", "--yes")
        #expect(removed.status == 0, "\(removed.messages)")
        #expect(try await contacts.run("show", ids[1]).status == 1)
    }

    @Test func `several are edited in one step, or none`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("edit", ids[0], "zzzz", "--note", "n").status == 1)
        let edited = try await contacts.shell("\"$contacts\" search --offline example | \"$contacts\" edit - --note n")
        #expect(edited.status == 0, "\(edited.messages)")
        let notes = try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv")
        #expect(notes.output == "n\nn\n\n")
        _ = try await contacts.run("undo")
        let before = try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv")
        #expect(before.output == "\n\n\n")
    }
}
