import ArgumentParser
import Testing

@testable import ContactsCLI

struct ShortHelpTests {
    @Test func `the short help begins with examples and is short`() async throws {
        let short = try await Binary().run("list", "-h")
        let long = try await Binary().run("list", "--help")
        #expect(short.status == 0)
        #expect(short.messages.isEmpty)
        #expect(short.lines.count < 15)
        #expect(short.lines[0] == "Print the contacts.")
        let examples = short.lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix("  ") }
        #expect((2...4).contains(examples.count))
        #expect(long.lines.contains(try #require(examples.first)))
        #expect(long.lines.contains { $0.hasPrefix("OPTIONS:") })
        #expect(!short.lines.contains { $0.hasPrefix("OPTIONS:") })
    }

    @Test func `the short help of a family names its commands`() async throws {
        let lines = try await Binary().run("config", "-h").lines
        #expect(lines.contains("SUBCOMMANDS:"))
        #expect(lines.contains { $0.hasPrefix("  resolve ") })
    }

    @Test(arguments: [
        (["list", "-h"], true), (["-h"], true), (["list", "--help"], false), (["-h", "--help"], false),
        (["list", "--", "-h"], false), ([], false),
    ])
    func `it is what -h asks for`(arguments: [String], isWanted: Bool) {
        #expect(ShortHelp.isWanted(arguments) == isWanted)
    }
}

struct WholeHelpTests {
    @Test(arguments: [
        "--db <file>", "--env <name>", "-q, --quiet", "--log-level <level>", "--no-color", "--record <file>",
        "The database file.",
    ])
    func `the topic has them whole`(text: String) {
        #expect(HelpTopic.options.text.contains(text))
    }
}

struct CommandSuggestionTests {
    /// How to leave out a term.
    private static func ways(_ term: String) -> String {
        "To leave out a word, write NOT \(term), or put “-\(term)” behind -- or into the quotes of other words, such as "
            + "'ada -\(term)'."
    }

    @Test(arguments: [
        (["lst"], "contacts: There is no command “lst”. Did you mean “contacts list”?"),
        (["--env", "QC", "serach", "ada"], "contacts: There is no command “serach”. Did you mean “contacts search”?"),
        (["config", "shw"], "contacts: There is no command “shw”. Did you mean “contacts config show”?"),
        (["group", "lsit"], "contacts: There is no command “lsit”. Did you mean “contacts group list”?"),
        (["edit", "x", "--name", "y"], "contacts: Unknown option “--name”."),
        (["list", "--formt", "csv"], "contacts: Unknown option “--formt”. Did you mean “--format”?"),
        (["list", "--quite"], "contacts: Unknown option “--quite”. Did you mean “--quiet”?"),
        (["edit", "--bogus"], "contacts: Unknown option “--bogus”."),
        (["edit", "x", "-bogus"], "contacts: Unknown option “-bogus”."),
        (["search", "ada", "-limit=5"], "contacts: Unknown option “-limit=5”. Did you mean “--limit”?"),
        (["list", "ada", "-nat:de"], "contacts: Unknown option “-nat:de”. \(ways("nat:de"))"),
        (["emails", "-vnat:de"], "contacts: Unknown option “-vnat:de”. \(ways("vnat:de"))"),
        (["xyzzy"], "contacts: There is no command “xyzzy”."),
        // These are parsed without the other commands.
        (["browse", "--bogus"], "contacts: Unknown option “--bogus”."),
        (["pick", "--bogus"], "contacts: Unknown option “--bogus”."),
        (["help", "lits"], "contacts: There is no command and no topic “lits”. Did you mean “contacts help list”?"),
        (["help", "qurey"], "contacts: There is no command and no topic “qurey”. Did you mean “contacts help query”?"),
        (
            ["help", "group", "lst"],
            "contacts: There is no command and no topic “lst”. Did you mean “contacts help group list”?"
        ),
        (
            ["help", "xyzzy"],
            "contacts: There is no command and no topic “xyzzy”. See 'contacts help' for the commands and topics."
        ),
    ])
    func `who mistypes a command is told which there is`(arguments: [String], message: String) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.messages.split(separator: "\n").first.map(String.init) == message)
    }

    @Test func `an argument too many of a command is none of this`() async throws {
        let result = try await Binary().run("undo", "lst")
        #expect(result.status == 64)
        #expect(result.messages.contains("Unexpected argument 'lst'"))
    }
}
