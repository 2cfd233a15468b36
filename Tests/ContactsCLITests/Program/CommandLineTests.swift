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
        for command in Self.leaves() { #expect(command is any ProgramCommand.Type, "\(command)") }
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

    @Test func `settings among the options become flags`() throws {
        let options = try GlobalOptions.parse(["--env", "QC", "--db", "a.sqlite", "--config", "b.xcconfig"])
        #expect(
            options.configurationFlags
                == ConfigurationFlags(environment: "QC", databasePath: "a.sqlite", configFile: "b.xcconfig")
        )
    }

    @Test func `no color is stronger than any other`() throws {
        #expect(try GlobalOptions.parse(["--color", "always"]).colorRule == .always)
        #expect(try GlobalOptions.parse(["--color", "always", "--no-color"]).colorRule == .never)
    }
}

struct JSONArgumentsTests {
    @Test func `fields behind --json become an option of their own, up to a double dash`() throws {
        #expect(
            try JSONArguments.prepared(["list", "--json=id,name", "ada", "--", "--json=x"])
                == ["list", "--json", "--fields=id,name", "ada", "--", "--json=x"]
        )
        #expect(try JSONArguments.prepared(["search", "--json", "ada"]) == ["search", "--json", "ada"])
    }

    @Test(arguments: [
        ["list", "--json"], ["list", "--json=id"], ["list", "--format", "json"], ["list", "--format=ndjson"],
    ])
    func `JSON is recognized`(arguments: [String]) {
        #expect(JSONArguments.wantJSON(arguments))
    }

    @Test(arguments: [
        ["list"], ["list", "--format", "tsv", "json"], ["search", "--", "--json"], ["list", "--format"],
    ])
    func `other forms are not taken for JSON`(arguments: [String]) {
        #expect(!JSONArguments.wantJSON(arguments))
    }
}

@Suite(.timeLimit(.minutes(20)))
struct UsageTests {
    @Test(arguments: [
        // What is missing or empty.
        ["show"], ["show", " "], ["edit"], ["edit", "x"], ["edit", "", "--phone", "1"],
        ["remove"], ["remove", ""], ["remove", "x", " ", "--yes"], ["favorite"], ["favorite", ""],
        ["group"], ["group", "add", "x"], ["group", "add", " ", "1c"], ["group", "remove", "x"],
        ["group", "rename", "x"], ["group", "rename", "x", ""],
        // What does not exist.
        ["lst"], ["group", "bogus"], ["list", "--bogus"], ["list", "--sort", "age"], ["list", "--format", "xml"],
        ["history", "--format", "xml"], ["list", "citty:x"],
        // What is out of range, or cannot be read.
        ["list", "--limit", "0"], ["list", "--limit", "x"], ["history", "--limit", "0"], ["list", "--nat", "1"],
        ["list", "--birthday-within", "-1"], ["list", "--birthday-within", "400"], ["list", "--updated-since", "soon"],
        ["list", "name:\"x"], ["list", "OR"],
        // What contradicts itself.
        ["list", "--offline", "--refresh"],
    ])
    func `a command line that cannot be understood is told and ends with 64`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        // A family of commands alone prints its help.
        #expect(result.messages.hasPrefix("contacts: ") || arguments == ["group"], "\(result.messages)")
    }
}

@Suite(.timeLimit(.minutes(20)))
struct ErrorJSONTests {
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
