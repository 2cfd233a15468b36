import ArgumentParser
import Foundation
import Testing

@testable import ContactsCLI

struct ContactsCommandTests {
    private static func leaves(below command: any ParsableCommand.Type = ContactsCommand.self)
        -> [any ParsableCommand.Type]
    {
        let children = command.configuration.subcommands
        return children.isEmpty ? [command] : children.flatMap { leaves(below: $0) }
    }

    @Test func `every command without subcommands is run by the launcher`() {
        for command in Self.leaves() { #expect(command is any LaunchableCommand.Type, "\(command)") }
    }

    @Test func `names and aliases of commands are unique`() {
        let names = ContactsCommand.configuration.subcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        #expect(Set(names).count == names.count)
        #expect(!names.contains(""))
    }
}

struct GlobalOptionsTests {
    @Test(
        arguments: [
            ([], nil), (["-v"], "info"), (["-vv"], "debug"), (["-vvv"], "debug"), (["--debug"], "debug"),
            (["-v", "--log-level", "error"], "error"),
        ] as [([String], String?)]
    )
    func `the log level is the explicit one, else that of -v`(arguments: [String], level: String?) throws {
        #expect(try GlobalOptions.parse(arguments).configurationFlags.logLevel == level)
    }
}

struct JSONArgumentsTests {
    @Test func `fields behind --json become an option of their own, up to a double dash`() throws {
        #expect(
            try CommandArguments.prepared(["list", "--json=id,name", "ada", "--", "--json=x"])
                == ["list", "--json", "--fields=id,name", "ada", "--", "--json=x"]
        )
        #expect(try CommandArguments.prepared(["search", "--json", "ada"]) == ["search", "--json", "ada"])
    }

    @Test(arguments: [
        (["list", "--json"], true), (["list", "--json=id"], true), (["list", "--format", "json"], true),
        (["list", "--format=ndjson"], true), (["list"], false), (["list", "--format", "tsv", "json"], false),
        (["search", "--", "--json"], false), (["list", "--format"], false),
    ])
    func `JSON is recognized, and no other form taken for it`(arguments: [String], isJSON: Bool) {
        #expect(CommandArguments.wantJSON(arguments) == isJSON)
    }
}

struct UsageTests {
    @Test(arguments: [
        // What is missing or empty.
        ["search"], ["show"], ["show", " "], ["edit"], ["edit", "x"], ["edit", "", "--phone", "1"],
        ["remove"], ["remove", ""], ["remove", "x", " ", "--yes"], ["favorite"], ["favorite", ""],
        ["group"], ["group", "add", "x"], ["group", "add", " ", "1c"], ["group", "remove", "x"],
        ["group", "rename", "x"], ["group", "rename", "x", ""], ["edit", "x", "--add-email", ""],
        ["edit", "x", "--add-phone", "work:"], ["edit", "x", "--remove-email", " "], ["edit", "x", "--add-group", ""],
        ["edit", "x", "--address-type", "", "--city", "Bern"], ["edit", "x", "--clear", ""], ["restore", "ada"],
        // What does not exist.
        ["lst"], ["group", "bogus"], ["list", "--bogus"], ["list", "--sort", "age"], ["list", "--format", "xml"],
        ["history", "--format", "xml"], ["list", "citty:x"], ["edit", "x", "--clear", "bogus"],
        ["edit", "x", "--clear", "id"], ["restore", "ada", "--to", "1", "--field", "shoe"], ["completion", "tcsh"],
        ["undo", "surplus"],
        // What is out of range, or cannot be read.
        ["list", "--limit", "0"], ["list", "--limit", "x"], ["history", "--limit", "0"], ["list", "--nat", "1"],
        ["list", "--birthday-within", "-1"], ["list", "--birthday-within", "400"], ["list", "--updated-since", "soon"],
        ["list", "name:\"x"], ["list", "OR"], ["list", "--nat", "d3"], ["list", "--birthday-within", "367"],
        ["list", "--updated-since", "yesterday"], ["serve", "--port", "-1"], ["serve", "--port", "65536"],
        ["serve", "--token", ""], ["serve", "--budget", "-1"], ["undo", "--steps", "0"], ["redo", "--steps", "-1"],
        ["undo", "--steps", "x"], ["sync", "--results", "0"], ["sync", "--results", "5001"], ["sync", "--pages", "0"],
        ["sync", "--pages", "10001"], ["restore", "ada", "--to", "0"], ["restore", "ada", "--to", "yesterday"],
        ["edit", "x", "--address-type", "Work", "--city", "Bern"],
        ["edit", "x", "--address-type", "work,", "--city", "Bern"],
        // What contradicts itself.
        ["list", "--offline", "--refresh"], ["book", "add", "home", "--user", "ada"],
        ["book", "add", "home", "--carddav", "example.com", "--folder", "/tmp"],
        ["book", "add", "home", "--api", "https://example.com/", "--password-command", "pass"],
        ["book", "add", "home", "--folder", "/tmp", "--token-command", "token"],
    ])
    func `a command line that cannot be understood is told and ends with 64`(arguments: [String]) async throws {
        let result = try await Binary().fail(64, arguments, output: "")
        // A family of commands alone prints its help.
        #expect(result.messages.hasPrefix("contacts: ") || arguments == ["group"], "\(result.messages)")
    }
}

struct ErrorJSONTests {
    @Test(arguments: [
        (["show", "zzzz", "--json"], "failure", 1, "contacts search"),
        (["search", "emial:x", "--format", "json"], "usage", 64, "“email:”"),
        (["list", "--json", "--nonsense"], "usage", 64, ""), (["list", "--json=nmae"], "usage", 64, ""),
        (["list", "--sort", "shoe", "--json"], "usage", 64, "contacts list"),
        (["list", "--limit", "0", "--json"], "usage", 64, "contacts list"),
    ])
    func `errors are JSON when JSON was asked for, and say what to do`(
        arguments: [String],
        code: String,
        status: Int,
        advice: String
    ) async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:1/api/"])
        try await contacts.succeed("add", "Ada Lovelace")
        let result = try await contacts.run(arguments)
        #expect(Int(result.status) == status)
        #expect(result.output.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(result.messages.utf8)) as? [String: [String: Any]]
        let error = try #require(object?["error"])
        #expect(error["code"] as? String == code)
        #expect(error["status"] as? Int == status)
        #expect((error["message"] as? String)?.isEmpty == false)
        #expect(advice.isEmpty || (error["hint"] as? String)?.contains(advice) == true, "\(error)")
    }
}
