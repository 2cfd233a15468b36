import Testing

@testable import ContactsCLI

/// Commands change only contacts that are named beyond doubt, and say which.
struct WriteSelectionTests {
    @Test func `a word that occurs in contacts changes none, and those that it may mean are listed`() async throws {
        let (contacts, ids) = try await Binary.filled()
        try await contacts.succeed("edit", ids[0], "--street", "9192 Elm St")
        let before = try await contacts.run("export", "--format", "json").output
        for arguments in [
            ["remove", "9192", "--yes"], ["edit", "9192", "--note", "oops"], ["favorite", "9192"],
            ["group", "add", "x", "9192"], ["merge", "9192", ids[1], "--yes"],
            ["remove", String(ids[0].prefix(3)), "-y"], ["remove", "lovelace", "--yes", "--dry-run"],
        ] {
            try await contacts.fail(64, arguments, output: "", saying: "\(ids[0])  Ada Lovelace <ada@example.com>")
        }
        let hint = try await contacts.run("remove", "9192", "--yes").messages
        #expect(hint.contains("address:9192"), "\(hint)")
        #expect(try await contacts.run("export", "--format", "json").output == before)
        try await contacts.succeed("remove", "street:9192", "--yes", saying: "Ada Lovelace")
    }

    @Test func `every command names the contacts that it changes, on trial too`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let before = try await contacts.run("export", "--format", "json").output
        let commands = [
            ["edit", "ADA LOVELACE", "--note", "n"], ["favorite", ids[0]], ["group", "add", "x", "ada lovelace"],
            ["group", "remove", "maths", ids[0]], ["group", "rename", "maths", "math"], ["group", "delete", "maths"],
            ["merge", "Grace Hopper", ids[0], "--yes"], ["remove", "email:ada@example.com", "--yes"],
        ]
        for command in commands { try await contacts.succeed(command + ["-n"], saying: "Would ", "Ada Lovelace") }
        let added = try await contacts.run("add", "--first-name", "Joan", "--last-name", "Clarke", "--dry-run")
        #expect(added.output.isEmpty && added.messages.contains("Would add Joan Clarke."))
        #expect(try await contacts.run("export", "--format", "json").output == before)
        for command in commands.dropLast(4) { try await contacts.succeed(command, saying: "Ada Lovelace") }
        let again = try await contacts.succeed("edit", ids[0], "--note", "n")
        #expect(again.messages.hasPrefix("contacts: Nothing was changed: Ada Lovelace"))
        #expect(try await contacts.run("history").lines.count == 3 + 4)
    }
}

struct NumberRangesTests {
    @Test(arguments: [
        ("1", [1]), ("1,4,7-8", [1, 4, 7, 8]), (" 3 , 1 ", [3, 1]), ("2 2-3", [2, 3]), ("10", [10]),
        ("1-10", Array(1...10)),
    ])
    func `numbers and ranges are each counted once`(text: String, numbers: [Int]) {
        #expect(NumberRanges.numbers(in: text, upTo: 10) == numbers)
    }

    @Test(arguments: [
        "", " ", ",", "0", "11", "1-11", "3-2", "1-2-3", "-1", "1-", "-", "x", "1,x", "99999999999999999999",
        "1-99999999999999999999",
    ])
    func `anything else is none`(text: String) {
        #expect(NumberRanges.numbers(in: text, upTo: 10) == nil)
    }
}
