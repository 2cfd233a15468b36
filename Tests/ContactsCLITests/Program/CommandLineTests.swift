import ArgumentParser
import Foundation
import Testing

@testable import ContactsCLI

struct ContactsCommandTests {
    @Test func `names and aliases of commands are unique`() {
        let names = ContactsCommand.configuration.subcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        #expect(Set(names).count == names.count)
        #expect(!names.contains(""))
    }

    @Test(arguments: [
        ([], "warning"), (["-v"], "info"), (["-vv"], "debug"), (["-vvv"], "debug"), (["--debug"], "debug"),
        (["-v", "--log-level", "error"], "error"),
    ])
    func `the log level is the explicit one, else that of -v`(options: [String], level: String) async throws {
        let result = try await Binary().succeed(["config", "get", "LOG_LEVEL"] + options)
        #expect(result.output == level + "\n")
    }
}

struct UsageTests {
    private static let lines = [
        // What is missing.
        "search", "show", "edit", "edit x", "remove", "favorite", "group", "config", "--env QC", "group add x",
        "group remove x", "group rename x", "edit x --add-phone work:", "restore ada", "list --format",
        // What does not exist.
        "lst", "group bogus", "list --bogus", "list --sort age", "list --format xml", "history --format xml",
        "list citty:x", "edit x --clear bogus", "edit x --clear id", "restore ada --to 1 --field shoe",
        "completion tcsh", "undo surplus",
        // What is out of range, or cannot be read.
        "list --limit 0", "list --limit x", "history --limit 0", "list --nat 1", "list --birthday-within -1",
        "list --birthday-within 400", "list --updated-since soon", "list name:\"x", "list OR", "list --nat d3",
        "list --birthday-within 367", "list --updated-since yesterday", "serve --port -1", "serve --port 65536",
        "serve --budget -1", "undo --steps 0", "redo --steps -1", "undo --steps x", "sync --results 0",
        "sync --results 5001", "sync --pages 0", "sync --pages 10001", "restore ada --to 0",
        "restore ada --to yesterday", "edit x --address-type Work --city Bern",
        "edit x --address-type work, --city Bern", "list --format tsv json --limit 0", "import a.csv --dates dym",
        "import a.csv --map A", "search --limit 0 -- --json", "search --limit 0 -- --json=x",
        // What contradicts itself.
        "edit x --editor --draft f", "edit x --editor --note n", "edit x -y --draft f --note n",
        "list --offline --refresh", "book add home --user ada", "book add home --carddav example.com --folder /tmp",
        "book add home --api https://example.com/ --password-command pass",
        "book add home --folder /tmp --token-command token",
    ]

    private static let empty = [
        ["show", " "], ["edit", "", "--phone", "1"], ["remove", ""], ["remove", "x", " ", "--yes"], ["favorite", ""],
        ["group", "add", " ", "1c"], ["group", "rename", "x", ""], ["edit", "x", "--add-email", ""],
        ["edit", "x", "--remove-email", " "], ["edit", "x", "--add-group", ""], ["edit", "x", "--clear", ""],
        ["edit", "x", "--address-type", "", "--city", "Bern"], ["serve", "--token", ""],
    ]

    @Test(arguments: lines.map { $0.split(separator: " ").map(String.init) } + empty)
    func `a command line that cannot be understood is told and ends with 64`(arguments: [String]) async throws {
        let result = try await Binary().fail(64, arguments, output: "")
        // A family of commands alone prints its help.
        let isHelp = [["group"], ["config"], ["--env", "QC"]].contains(arguments)
        #expect(isHelp || result.messages.hasPrefix("contacts: "), "\(result.messages)")
        #expect(!isHelp || result.messages.contains("USAGE: contacts"), "\(result.messages)")
    }
}

struct ErrorJSONTests {
    @Test(arguments: [
        (["show", "zzzz", "--json"], "failure", 1, "contacts search"),
        (["search", "emial:x", "--format", "json"], "usage", 64, "“email:”"),
        (["list", "--json", "--nonsense"], "usage", 64, ""), (["list", "--json=nmae"], "usage", 64, ""),
        (["list", "--sort", "shoe", "--json"], "usage", 64, "contacts list"),
        (["list", "--limit", "0", "--json"], "usage", 64, "contacts list"),
        (["list", "--format=ndjson", "--nonsense"], "usage", 64, ""),
        (["list", "--json=id", "--limit", "0"], "usage", 64, ""),
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
