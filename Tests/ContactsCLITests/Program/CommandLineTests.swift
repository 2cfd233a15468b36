import ArgumentParser
import Foundation
import Primitives
import Repository
import Testing

@testable import ContactsCLI
@testable import Exchange

struct ContactsCommandTests {
    @Test func `names and aliases of commands are unique, and each command is in one group of the help`() {
        let commands = ContactsCommand.configuration.subcommands.map { CommandTree.names(of: $0) }
        let names = commands.flatMap(\.self)
        #expect(Set(names).count == names.count && !names.contains(""))
        #expect(ProgramHelp.groups.flatMap(\.commands).sorted() == commands.map { $0[0] }.sorted())
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
        "group remove x", "group rename x", "restore ada", "list --format",
        // What does not exist; CommandSuggestionTests have commands and options.
        "list --format xml", "history --format xml", "edit x --clear bogus", "restore ada --to 1 --field shoe",
        "completion tcsh", "---complete bash", "---complete tcsh a b", "---complete bash line word more",
        // What is out of range, or cannot be read.
        "list --limit x", "history --limit 0", "list --nat d3", "list --birthday-within -1",
        "list --birthday-within 367", "list --updated-since soon", "list name:\"x", "list OR", "serve --port -1",
        "serve --port 65536", "serve --budget -1", "undo --steps 0", "redo --steps -1", "undo --steps x",
        "sync --results 0", "sync --results 5001", "sync --pages 0", "sync --pages 10001", "restore ada --to 0",
        "restore ada --to yesterday", "edit x --address-type work, --city Bern", "list --format tsv json --limit 0",
        "import a.csv --dates dym",
        "import a.csv --map A", "search --limit 0 -- --json", "search --limit 0 -- --json=x",
        // What contradicts itself.
        "edit x --editor --draft f", "edit x --editor --note n", "edit x -y --draft f --note n",
        "list --offline --refresh", "book add home --user ada", "book add home --carddav example.com --folder /tmp",
        "book add home --api https://example.com/ --password-command pass",
        "book add home --folder /tmp --token-command token",
    ]

    private static let empty = [
        ["show", " "], ["remove", ""], ["remove", "x", " ", "--yes"], ["favorite", ""], ["group", "add", " ", "1c"],
        ["group", "rename", "x", ""], ["edit", "x", "--add-email", ""], ["edit", "x", "--clear", ""],
        ["serve", "--token", ""],
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
    private static let ada = Binary.sample { [try await $0.add("Ada Lovelace")] }

    @Test(arguments: [
        (["show", "zzzz", "--json"], "failure", 1, "contacts search"),
        (["search", "emial:x", "--format", "json"], "usage", 64, "“email:”"),
        (["list", "--json", "--nonsense"], "usage", 64, ""), (["list", "--json=nmae"], "usage", 64, ""),
        (["list", "--sort", "shoe", "--json"], "usage", 64, "contacts list"),
        (["list", "--limit", "0", "--json"], "usage", 64, "contacts list"),
        (["list", "--format=ndjson", "--nonsense"], "usage", 64, ""),
        (["list", "--json=id", "--limit", "0"], "usage", 64, ""),
    ])
    func `errors are JSON when JSON was asked for`(arguments: [String], code: String, status: Int, advice: String)
        async throws
    {
        let result = try await Self.ada.value.contacts.run(arguments)
        #expect(Int(result.status) == status && result.output.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(result.messages.utf8)) as? [String: [String: Any]]
        let error = try #require(object?["error"])
        #expect(error["code"] as? String == code)
        #expect(error["status"] as? Int == status)
        #expect((error["message"] as? String)?.isEmpty == false)
        #expect(advice.isEmpty || (error["hint"] as? String)?.contains(advice) == true, "\(error)")
    }
}

struct ProgramTests {
    @Test(arguments: [
        (["--version"], [:], "Contacts DEV 0.1.0"), (["-V"], [:], "Contacts DEV 0.1.0"),
        (["list", "--version"], [:], "Contacts DEV 0.1.0"), (["--env", "QC", "--version"], [:], "Contacts QC 0.1.0"),
        // Name and number are those of the settings, and the built-in ones where settings cannot be used.
        (["--version"], ["CONTACTS_APP_NAME": "People", "CONTACTS_APP_VERSION": "9.1"], "People 9.1"),
        (["--version"], ["CONTACTS_API_PAGE_SIZE": "0"], "Contacts 0.1.0"),
    ])
    func `the version names the compiler and SQLite`(arguments: [String], variables: [String: String], version: String)
        async throws
    {
        let result = try await Binary().succeed(arguments, variables: variables, messages: "")
        #expect(result.output.hasPrefix("\(version) (Swift 6."))
        #expect(result.output.contains(", SQLite 3."))
    }

    @Test func `a folder that cannot be made is exit code 73`() async throws {
        try await Binary().fail(73, "sync", "--db", "/proc/folder/contacts.sqlite")
    }
}

/// What people expect of every command-line program.
struct ConventionsTests {
    private static let escape = "\u{1B}"

    private func filled(_ names: String...) async throws -> Binary {
        let contacts = try Binary()
        for name in names { try await contacts.add(name) }
        return contacts
    }

    /// Options, whether the output is a terminal, variables, and whether there is color.
    private static let colors: [(String, Bool, [String: String], Bool)] = [
        ("", true, ["TERM": "xterm"], true), ("", true, [:], false), ("", false, ["TERM": "xterm"], false),
        ("", true, ["NO_COLOR": "1", "TERM": "xterm"], false), ("", true, ["NO_COLOR": "", "TERM": "xterm"], true),
        ("", true, ["TERM": "dumb"], false), ("", true, ["CLICOLOR": "0", "TERM": "xterm"], false),
        ("", false, ["CLICOLOR_FORCE": "1"], true), ("", false, ["CLICOLOR_FORCE": "0"], false),
        ("", false, ["FORCE_COLOR": "1"], true), ("", false, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
        ("--color always", false, ["NO_COLOR": "1"], true), ("--color always", false, ["TERM": "dumb"], true),
        ("--no-color", true, ["CLICOLOR_FORCE": "1"], false), ("--color always --no-color", false, [:], false),
    ]

    @Test func `the command line decides about color, then the variables, then the terminal`() async throws {
        let contacts = try await filled("Ada Lovelace")
        for (options, isTerminal, variables, hasColor) in Self.colors {
            let words = options.split(separator: " ").map(String.init)
            let terminal = try PseudoTerminal(columns: 80)
            let list = ["list", "--offline", "--format", "table"] + words
            let run = try await contacts.start(list, variables, output: isTerminal ? terminal.handle : nil)
            let output = try await run.result.output + terminal.text()
            #expect(output.contains("Ada") && output.contains(Self.escape) == hasColor, "\(options) \(variables)")
        }
    }

    @Test(arguments: [["search", "nobody"], ["list", "nobody", "--offline"]])
    func `an empty result is a failure for who asks for that`(command: [String]) async throws {
        let contacts = try await filled("Ada Lovelace")
        let json = ["--format", "json"]
        try await contacts.succeed(command + json, output: "[]\n", saying: "No contacts match.")
        try await contacts.fail(1, command + json + ["--fail-if-empty"], output: "[]\n")
        let found = command.map { $0 == "nobody" ? "ada" : $0 }
        try await contacts.succeed(found + ["--fail-if-empty"])
    }

    @Test func `identifiers go from one command to another between zero bytes`() async throws {
        let contacts = try await filled("Ada Lovelace", "Bob Same")
        let ids = try await contacts.run("list", "--offline", "--fields", "id").lines
        for command in [["list", "--offline"], ["search", "a*", "OR", "b"]] {
            try await contacts.succeed(command + ["-0"], output: ids.map { $0 + "\0" }.joined())
        }
        try await contacts.shell("\"$contacts\" list --offline --null | \"$contacts\" remove - --yes", status: 0)
        #expect(try await contacts.run("list", "--offline").output.isEmpty)
        #expect(try await contacts.run("list", "-0", "--format", "json").status == 64)
    }

    @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
    func `the language of the system does not break Unicode`(locale: String) async throws {
        let contacts = try await filled("Zoë Þór 张伟")
        for format in ["tsv", "json", "table"] {
            let list = ["list", "--offline", "--format", format]
            let result = try await contacts.start(list, ["LC_ALL": locale, "LANG": locale]).result
            #expect(result.status == 0 && result.output.contains("Zoë"), "\(format): \(result.output)")
            #expect(result.output.contains("张伟"), "\(format): \(result.output)")
        }
    }

    @Test func `of many who would be removed the first are named and the rest counted`() async throws {
        let contacts = try Binary()
        _ = try await contacts.run("sync", "--results", "13")
        let ids = try await contacts.run("list", "--offline", "--fields", "id").lines
        let mails = try await contacts.run("list", "--offline", "--fields", "email").lines
        let question = "Remove 13 contacts? [y/N]"
        let (screen, _) = try await contacts.type("\n", to: "remove", ids, status: 1, showing: "and 3 more", question)
        #expect(mails.filter { screen.contains("<\($0)>") }.count == 10)
        #expect(try await contacts.run("list", "--offline").lines.count == 13)
    }

    @Test func `no form of output gives a terminal orders`() {
        let name = PersonName(first: "\u{1B}[31m\u{9B}x\u{202E}", last: "L")
        var contact = Contact(id: ContactID(rawValue: "a"), name: name)
        contact.note = "\u{7}bell"
        let screen = Screen(isTerminal: true, columns: 80)
        var writers: [any ReportWriter<Contact>] = [CSVExchangeFormat(guardsFormulas: false, isForTerminal: true)]
        for format in ListFormat.allCases {
            writers.append(format.writer(for: screen))
            if format.takesFields { writers.append(format.writer(of: Report([.first, .last, .note]), for: screen)) }
        }
        for index in writers.indices {
            let text = String(decoding: writers[index].page([contact]) + writers[index].end(), as: UTF8.self)
            for harmful in [Self.escape, "\u{9B}", "\u{202E}", "\u{7}"] {
                #expect(!text.unicodeScalars.contains(where: { String($0) == harmful }), "\(type(of: writers[index]))")
            }
        }
        var kept = CSVExchangeFormat(guardsFormulas: false)
        #expect(String(decoding: kept.page([contact]), as: UTF8.self).contains("\u{1B}[31m"))
    }
}

struct JSONSampleTests {
    @Test func `the JSON sample in the documentation has the keys and values that the program writes`() async throws {
        let article = try Checkout.text("Documentation/Files.md")
        let sample = try #require(article.firstMatch(of: /```json\n((?s:.*?))```/)?.output.1)
        let contacts = try Binary()
        try await contacts.succeed("import", contacts.home.write(String(sample), to: "sample.json"))
        let written = try await contacts.run("export", "--format", "json").output

        let shown = try JSONDecoder().decode(JSONValue.self, from: Data(sample.utf8))
        let actual = try JSONDecoder().decode([JSONValue].self, from: Data(written.utf8))
        let contact = try #require(actual.first)
        #expect(actual.count == 1)
        #expect(shown == contact)
        #expect(Self.unfilled(shown).isEmpty, "a key without a value shows nothing")
    }

    /// The paths of the values that are `null` or empty.
    private static func unfilled(_ value: JSONValue, at path: String = "") -> [String] {
        switch value {
        case .object(let members): members.flatMap { unfilled($1, at: path + "." + $0) }
        case .array(let elements):
            elements.isEmpty ? [path] : elements.flatMap { unfilled($0, at: path) }
        case .null, .string(""): [path]
        default: []
        }
    }
}
