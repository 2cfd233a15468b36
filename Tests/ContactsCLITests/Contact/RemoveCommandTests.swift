import Foundation
import Testing

@testable import ContactsCLI

struct RemoveCommandTests {
    private let contacts: Binary
    private let ids: [String]

    init() async throws {
        (contacts, ids) = try await Binary.fetched()
    }

    private func listed() async throws -> [String] { try await contacts.run("list", "--offline").ids }

    @Test func `several are removed in one step, after a trial; no sync brings them back, and undo does`() async throws
    {
        let gone = [ids[3], ids[0]]
        let plan = try await contacts.succeed("rm", gone[0], gone[1], gone[0], "--dry-run", saying: "2 contacts")
        #expect(plan.ids == gone)
        #expect(try await listed() == ids)
        let beginning = String(gone[1].prefix(18))
        try await contacts.succeed("remove", gone[0], beginning, "--yes", output: "", saying: "2 contacts")
        let left = ids.filter { !gone.contains($0) }
        #expect(try await listed() == left)
        for command in [["list", "--refresh"], ["sync"]] {
            try await contacts.succeed(command)
            #expect(try await listed() == left)
        }
        #expect(try await contacts.run("show", gone[0]).status == 1)

        // The sync came last, even if it brought nothing.
        try await contacts.fail(1, "undo", saying: "Not undone: sync")
        try await contacts.succeed("undo", saying: "Undid: remove (")
        #expect(try await listed() == ids)
        try await contacts.succeed("redo")
        #expect(try await listed() == left)
    }

    @Test func `a selection that matches none or several removes none`() async throws {
        try await contacts.fail(64, "remove", ids[0], saying: "--yes")
        try await contacts.fail(1, "remove", ids[0], "zzzz", "--yes")
        let several = try ambiguous()
        try await contacts.fail(64, "remove", ids[0], several.text, "-y", saying: several.ids[0])
        #expect(try await listed() == ids)
        #expect(try await contacts.run("undo").status == 1)
    }

    @Test(arguments: [("y\n", true), ("Yes\n", true), ("\n", false), ("n\n", false), ("\u{4}", false), ("yo\n", false)])
    func `at a terminal the user is asked, and only yes is yes`(answer: String, isYes: Bool) async throws {
        let name = try await contacts.run("show", ids[0], "--fields", "name", "--format", "tsv").lines[0]
        let status: Int32 = isYes ? 0 : 1
        try await contacts.type(answer, to: "remove", ids[0], status: status, showing: "Remove \(name) <", "? [y/N]")
        #expect(try await listed() == (isYes ? Array(ids.dropFirst()) : ids))
    }

    /// Text that begins the identifiers of several contacts, and these identifiers.
    private func ambiguous() throws -> (text: String, ids: [String]) {
        // Fifty identifiers have sixteen first characters, so that two of them begin alike.
        let found = Dictionary(grouping: ids) { $0.prefix(1) }.filter { (2...9).contains($0.value.count) }
        let text = try #require(found.keys.max())
        return (String(text), try #require(found[text]).sorted())
    }

    @Test(arguments: [
        ("1-2\ny\n", [0, 1]), ("2\ny\n", [1]), ("x\n77\n1\ny\n", [0]), ("\n", []), ("\u{4}", []), ("x\nx\nx\n", []),
        ("1\n\n", []),
    ])
    func `at a terminal the user chooses when a text matches several`(typed: String, chosen: [Int]) async throws {
        let several = try ambiguous()
        let title = "“\(several.text)” matches \(several.ids.count) contacts:"
        let status: Int32 = chosen.isEmpty ? 1 : 0
        try await contacts.type(typed, to: "remove", several.text, status: status, showing: title, "1  ", "2  ")
        let gone = Set(chosen.map { several.ids[$0] })
        #expect(try await listed() == ids.filter { !gone.contains($0) })
    }

    @Test func `one that fits is asked about once`() async throws {
        let own = try Binary.withOwnBook()
        for (options, question) in [([], "Remove Ada Lovelace <a@x.org>? [y/N]"), (["--yes"], "Remove Ada Lovelace")] {
            try await own.succeed("add", "Ada Lovelace", "a@x.org")
            let (screen, _) = try await own.type("y\ny\n", to: "remove", "Love", options, status: 0, showing: question)
            #expect(screen.components(separatedBy: "? [").count == 2, "\(screen)")
        }
    }

    @Test func `an edit is of one alone, and the others of a selection stay chosen`() async throws {
        let several = try ambiguous()
        try await contacts.type("1,2\n2\n", to: "edit", several.text, "--note", "chosen", status: 0)
        #expect(try await contacts.run("list", "--offline", "note:chosen").output.hasPrefix(several.ids[1]))
        let other = try #require(ids.first { !$0.hasPrefix(several.text) })
        try await contacts.type("1\n", to: "favorite", other, several.text, status: 0)
        #expect(try await contacts.ids("--favorite") == [other, several.ids[0]])
    }

    @Test func `who is not to be asked is not asked at a terminal either`() async throws {
        let several = try ambiguous()
        for arguments in [
            ["remove", ids[0]], ["remove", several.text, "--yes"], ["edit", several.text, "--note", "x"],
        ] {
            let (screen, _) = try await contacts.type("y\n", to: arguments, "--no-input", status: 64)
            #expect(!screen.contains("?"))
        }
        #expect(try await listed() == ids)
    }
}

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
        try await contacts.fail(64, "remove", "9192", "--yes", saying: "address:9192")
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
        try await contacts.succeed("add", "Joan Clarke", "--dry-run", output: "", saying: "Would add Joan Clarke.")
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
    func `numbers and ranges are each counted once, and anything else is refused`(text: String, numbers: [Int]) {
        #expect(NumberRanges.numbers(in: text, upTo: 10) == numbers)
        for text in [
            "", " ", ",", "0", "11", "1-11", "3-2", "1-2-3", "-1", "1-", "-", "x", "1,x", "99999999999999999999",
            "1-99999999999999999999",
        ] { #expect(NumberRanges.numbers(in: text, upTo: 10) == nil, "\(text)") }
    }
}
