import ArgumentParser
import Foundation
import Repository
import Testing

@testable import ContactsCLI

struct HelpTopicTests {
    @Test(arguments: HelpTopic.allCases)
    func `each topic is a result, has examples and fits a terminal`(topic: HelpTopic) async throws {
        let result = try await Binary().succeed("help", topic.rawValue, output: topic.text, messages: "")
        #expect(topic.text.hasPrefix("\(topic.rawValue.uppercased()): \(topic.title)\n"))
        #expect(topic.text.contains("\nEXAMPLES\n  ") || topic == .exitCodes)
        for line in result.lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], []])
    func `the help of the program fits a terminal`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        let text = arguments.isEmpty ? result.messages : result.output
        #expect(result.status == (arguments.isEmpty ? 64 : 0))
        #expect(text.hasPrefix("Your address book in the terminal: find, edit, sync.\n"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(text.contains("contacts help commands") && text.contains("USAGE: "))
    }

    /// The queries that the topics show must be of the language.
    @Test(arguments: [
        #""grace hopper""#, "city:berlin", "NOT nat:de", "berlin -nat:de", "ada OR grace", "(ada OR grace) nat:de",
        "favorite:yes", "edited:no", "source:local", "birthday:12-10", "birthday:1990", "city:berlin NOT nat:de",
        #"name:"ada lovelace" OR org:acme"#, "group:friends birthday:12-10",
    ])
    func `the queries of the topic are queries`(query: String) throws {
        #expect(HelpTopic.query.text.contains(query))
        #expect(try ContactQueryParser.parse(query) != nil)
    }

    @Test func `the topics name every topic, field, format, key, page and exit status`() {
        for topic in HelpTopic.allCases where topic != .commands {
            #expect(HelpTopic.commands.text.contains("\n  contacts help \(topic.rawValue) "))
        }
        for name in ContactField.queryNames { #expect(HelpTexts.query.contains(name), "\(name)") }
        for field in ContactField.names { #expect(HelpTexts.formats.contains(field)) }
        for format in ListFormat.allCases { #expect(HelpTexts.formats.contains(format.rawValue)) }
        for key in ConfigurationKey.allCases { #expect(HelpTexts.configuration.contains(key.rawValue)) }
        for option in ["--db <file>", "-q, --quiet", "--no-color", "The database file."] {
            #expect(HelpTexts.options.contains(option))
        }
        let formats = HelpTexts.formats.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for (report, keys) in [
            ("history", Report.history.columns.map(\.key)), ("birthdays", Report.birthdays.columns.map(\.key)),
            ("group list", Report.groups.columns.map(\.key)), ("address", EmailValues.report.columns.map(\.key)),
        ] {
            #expect(formats.contains("\(report) \(keys.joined(separator: ", "))"))
        }
        let lines = HelpTexts.screen.split(separator: "\n")
        for entry in BrowsePages.main { #expect(lines.contains("  " + entry.route.path), "\(entry.title)") }
        #expect(HelpTexts.screen.contains("1 to \(BrowsePages.tabs.count) "))
        let words = Set(HelpTexts.exitCodes.split { !$0.isNumber }.map(String.init))
        for status in (0...255).compactMap({ ContactsCLI.ExitStatus(rawValue: $0) }) {
            #expect(words.contains(String(status.rawValue)), "\(status)")
        }
    }

    @Test func `the short help begins with examples and is short, and of a family it names the commands`() async throws
    {
        let short = try await Binary().succeed("list", "-h", messages: "")
        let long = try await Binary().run("list", "--help")
        #expect(short.lines.count < 15)
        #expect(short.lines[0] == "Print the contacts.")
        let examples = short.lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix("  ") }
        #expect((2...4).contains(examples.count))
        #expect(long.lines.contains(try #require(examples.first)))
        #expect(long.lines.contains { $0.hasPrefix("OPTIONS:") })
        #expect(!short.lines.contains { $0.hasPrefix("OPTIONS:") })
        let family = try await Binary().run("config", "-h").lines
        #expect(family.contains("SUBCOMMANDS:") && family.contains { $0.hasPrefix("  resolve ") })
    }
}

struct CommandSuggestionTests {
    /// How to leave out a term.
    private static func ways(_ term: String) -> String {
        "To leave out a word, write NOT \(term), or put “-\(term)” behind -- or into the quotes of other words, such as "
            + "'ada -\(term)'."
    }

    @Test(arguments: [
        ("lst", "There is no command “lst”. Did you mean “contacts list”?"),
        ("--env QC serach ada", "There is no command “serach”. Did you mean “contacts search”?"),
        ("config shw", "There is no command “shw”. Did you mean “contacts config show”?"),
        ("group lsit", "There is no command “lsit”. Did you mean “contacts group list”?"),
        ("show x --name y", "Unknown option “--name”."),
        ("list --formt csv", "Unknown option “--formt”. Did you mean “--format”?"),
        ("--limit 3 list", "The option “--limit” goes after the command: contacts list --limit."),
        ("list --quite", "Unknown option “--quite”. Did you mean “--quiet”?"),
        ("show --bogus", "Unknown option “--bogus”."), ("show x -bogus", "Unknown option “-bogus”."),
        ("search ada -limit=5", "Unknown option “-limit=5”. Did you mean “--limit”?"),
        ("list ada -nat:de", "Unknown option “-nat:de”. \(ways("nat:de"))"),
        ("emails -vnat:de", "Unknown option “-vnat:de”. \(ways("vnat:de"))"), ("xyzzy", "There is no command “xyzzy”."),
        // These are parsed without the other commands.
        ("browse --bogus", "Unknown option “--bogus”."), ("pick --bogus", "Unknown option “--bogus”."),
        ("help lits", "There is no command or topic “lits”. Did you mean “contacts help list”?"),
        ("help qurey", "There is no command or topic “qurey”. Did you mean “contacts help query”?"),
        ("help group lst", "There is no command or topic “lst”. Did you mean “contacts help group list”?"),
        ("help xyzzy", "There is no command or topic “xyzzy”. See 'contacts help' for the commands and topics."),
        // An argument too many is no command.
        ("undo lst", "Unexpected argument 'lst'"),
    ])
    func `who mistypes a command is told which there is`(line: String, message: String) async throws {
        let result = try await Binary().fail(64, line.split(separator: " ").map(String.init), output: "")
        #expect(result.messages.split(separator: "\n").first.map(String.init) == "contacts: \(message)")
    }
}

struct HelpScreenTests {
    private static let folder = Checkout.root.appending(path: "Tests/ContactsCLITests/HelpScreens")

    /// The name of the file with the screen of a command.
    private static func file(_ command: [String]) -> String {
        (command.isEmpty ? "contacts" : command.joined(separator: "-")) + ".txt"
    }

    private static func subcommands(in screen: String) -> [String] {
        screen.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.compactMap { line in
            line.prefixMatch(of: /\ \ ([a-z][a-z-]*)/).map { String($0.output.1) }
        }
    }

    @Test func `the help of each command is as it was written`() async throws {
        var commands: [[String]] = [[]]
        var held = Set(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path))
        while let command = commands.popLast() {
            let shown = try await Binary(variables: ["COLUMNS": "80"]).start(["help"] + command).result.output
            let file = Self.file(command)
            #expect(held.remove(file) != nil, "There is no \(file). Run Scripts/renew help-screens, and read it.")
            let screen = try? String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            #expect(screen == shown, "\(file) differs. When the new one is right, run Scripts/renew help-screens.")
            let children = command.isEmpty ? ProgramHelp.groups.flatMap(\.commands) : Self.subcommands(in: shown)
            commands += children.map { command + [$0] }
        }
        #expect(held.isEmpty, "These commands are gone.")
    }

    @Test func `the help of each command has an example and says how it is used`() throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            let screen = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            #expect(screen.contains("\nUSAGE: contacts"), "\(file)")
            #expect(screen.contains("\nEXAMPLES\n"), "\(file)")
            // The parser does not break the line of the usage.
            let lines = screen.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(file)")
            // An example that doesn't fit is broken by its author, and can still be pasted.
            let examples = screen.components(separatedBy: "\nEXAMPLES\n")[1].components(separatedBy: "\n\n")[0]
            #expect(examples.split(separator: "\n").allSatisfy { $0.hasPrefix("  ") }, "\(file)")
        }
    }
}
