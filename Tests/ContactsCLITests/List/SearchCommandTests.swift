import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FindingCommandsTests {
    /// Ada, Grace and Alan, who has nothing but a name and a birthday without a year.
    private func filled() async throws -> (contacts: Binary, ids: [String]) {
        let contacts = try Binary()
        var ids: [String] = []
        for arguments in [
            [
                "--first-name", "Ada", "--last-name", "Lovelace", "--email", "ada@example.com", "--phone", "030 1",
                "--cell", "0170 2", "--group", "maths", "--birthday", "1815-12-10",
            ],
            ["--first-name", "Grace", "--last-name", "Hopper", "--email", "grace@example.org", "--group", "navy"],
            ["--first-name", "Alan", "--last-name", "Turing", "--birthday=--06-23"],
        ] {
            let added = try await contacts.start(["add"] + arguments).result
            #expect(added.status == 0, "\(added.messages)")
            ids.append(added.lines.first ?? "")
        }
        return (contacts, ids)
    }

    private func objects(_ result: Binary.Result) throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    @Test func `search prints those who match in the forms of list`() async throws {
        let (contacts, ids) = try await filled()
        let json = try await contacts.run("search", "ada", "love", "--offline", "--format", "json")
        #expect(json.status == 0, "\(json.messages)")
        #expect(try objects(json).compactMap { $0["id"] as? String } == [ids[0]])
        let lines = try await contacts.run("search", "-group:navy", "--offline")
        #expect(lines.lines.compactMap { $0.split(separator: "\t").first.map(String.init) } == [ids[0], ids[2]])
        let fields = try await contacts.run("find", "grace OR alan", "--json=id,email", "--offline")
        #expect(
            fields.output == """
                [
                {"id":"\(ids[1])","email":"grace@example.org"},
                {"id":"\(ids[2])","email":null}
                ]

                """
        )
    }

    @Test func `search without a match is an empty result, without a term a mistake`() async throws {
        let (contacts, _) = try await filled()
        let nobody = try await contacts.run("search", "zzzz", "--format", "json", "--offline")
        #expect(nobody.status == 0)
        #expect(nobody.output == "[]\n")
        #expect(try await contacts.run("search").status == 64)
        let field = try await contacts.run("search", "emial:ada", "--offline")
        #expect(field.status == 64)
        #expect(field.messages.contains("email"))
    }

    @Test func `email, phone and address print all values, a line each`() async throws {
        let (contacts, _) = try await filled()
        let emails = try await contacts.run("email", "--offline")
        #expect(emails.output == "grace@example.org\tGrace Hopper\t\nada@example.com\tAda Lovelace\t\n")
        let phones = try await contacts.run("phone", "ada", "--offline")
        #expect(phones.output == "030 1\tAda Lovelace\thome\n0170 2\tAda Lovelace\tcell\n")
        let json = try await contacts.run("phone", "ada", "--json", "--offline")
        #expect(try objects(json).compactMap { $0["types"] as? [String] } == [["home"], ["cell"]])
        for command in ["email", "phone", "address"] {
            let nobody = try await contacts.run(command, "alan", "--offline")
            #expect(nobody.status == 1)
            #expect(nobody.output.isEmpty)
        }
    }

    @Test func `mutt gets a line before the results, and one when there are none`() async throws {
        let (contacts, _) = try await filled()
        let found = try await contacts.run("email", "--mutt", "ada", "--offline")
        #expect(found.status == 0)
        #expect(found.lines.count == 2)
        #expect(found.lines.last == "ada@example.com\tAda Lovelace\t")
        let nobody = try await contacts.run("email", "--mutt", "zzzz", "--offline")
        #expect(nobody.status == 1)
        #expect(nobody.lines.count == 1)
        #expect(try await contacts.run("email", "--mutt", "--json").status == 64)
    }

    @Test func `birthdays come in the order of the days, with or without a year`() async throws {
        let (contacts, ids) = try await filled()
        let all = try objects(try await contacts.run("birthdays", "--format", "json", "--offline"))
        #expect(Set(all.compactMap { $0["id"] as? String }) == [ids[0], ids[2]])
        let days = all.compactMap { $0["days"] as? Int }
        #expect(days == days.sorted())
        #expect(all.contains { $0["birthday"] as? String == "--06-23" && $0["age"] is NSNull })
        let last = try #require(days.last)
        let near = try await contacts.run("birthdays", "--upcoming", String(last - 1), "--offline")
        #expect(near.lines.count == 1)
        #expect(try await contacts.run("bdays", "ada", "--offline").lines.count == 1)
        #expect(try await contacts.run("birthdays", "--upcoming", "367").status == 64)
    }

    @Test func `show takes names, several contacts and identifiers from standard input`() async throws {
        let (contacts, ids) = try await filled()
        let one = try await contacts.run("show", "ada lovelace", "--json=id,groups")
        #expect(one.output == "{\"id\":\"\(ids[0])\",\"categories\":[\"maths\"]}\n")
        let two = try await contacts.run("show", ids[1], "turing", "--fields", "name", "--format", "tsv")
        #expect(two.output == "Grace Hopper\nAlan Turing\n")
        for format in ["tsv", "plain"] {
            let piped = try await contacts.shell(
                "\"$contacts\" search --offline --format \(format) -- grace OR ada | \"$contacts\" show - --format json"
            )
            #expect(try objects(piped).compactMap { $0["id"] as? String } == [ids[1], ids[0]], "\(format)")
        }
        #expect(try await contacts.run("show", "-").status == 1)
    }

    @Test func `what fits several changes nobody, and a name is enough to remove`() async throws {
        let (contacts, ids) = try await filled()
        let both = try await contacts.run("remove", "example", "--yes")
        #expect(both.status == 64)
        #expect(both.messages.contains(ids[0]) && both.messages.contains("Grace Hopper"))
        #expect(try await contacts.run("edit", "example", "--phone", "1").status == 64)
        let removed = try await contacts.run("remove", "Grace Hopper", "--yes")
        #expect(removed.status == 0, "\(removed.messages)")
        #expect(try await contacts.run("show", ids[1]).status == 1)
    }

    @Test func `several are edited in one step, or nobody`() async throws {
        let (contacts, ids) = try await filled()
        #expect(try await contacts.run("edit", ids[0], "zzzz", "--note", "n").status == 1)
        let edited = try await contacts.shell("\"$contacts\" search --offline example | \"$contacts\" edit - --note n")
        #expect(edited.status == 0, "\(edited.messages)")
        let notes = try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv")
        #expect(notes.output == "n\nn\n\n")
        _ = try await contacts.run("undo")
        let before = try await contacts.run("list", "--offline", "--fields", "note", "--format", "tsv")
        #expect(before.output == "\n\n\n")
    }

    @Test(arguments: [
        (["show", "zzzz", "--json"], "failure", 1), (["search", "emial:x", "--format", "json"], "usage", 64),
        (["list", "--json", "--nonsense"], "usage", 64), (["list", "--json=nmae"], "usage", 64),
    ])
    func `errors are JSON when JSON was asked for`(arguments: [String], code: String, status: Int) async throws {
        let result = try await Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:1/api/"])
            .start(arguments).result
        #expect(Int(result.status) == status)
        #expect(result.output.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(result.messages.utf8)) as? [String: [String: Any]]
        let error = try #require(object?["error"])
        #expect(error["code"] as? String == code)
        #expect(error["status"] as? Int == status)
        #expect((error["message"] as? String)?.isEmpty == false)
    }
}
