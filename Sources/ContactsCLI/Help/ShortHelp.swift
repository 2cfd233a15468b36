import ArgumentParser
import Primitives

/// The help of `-h`: a short excerpt of `--help`.
enum ShortHelp {
    private static let examples = 4

    static func isWanted(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.contains("-h") && !options.contains("--help")
    }

    /// Returns the overview, examples, usage and subcommands.
    static func text(of help: String) -> String {
        let paragraphs = help.split(separator: "\n\n").map(String.init)
        func paragraph(_ title: String) -> String? { paragraphs.first { $0.hasPrefix(title) } }
        let overview = paragraphs.first.map { $0.trimmingPrefix("OVERVIEW: ") }.map(String.init)
        let parts = [overview, paragraph("EXAMPLES").map(shortened), paragraph("USAGE: "), paragraph("SUBCOMMANDS:")]
        return (parts.compactMap { $0 } + ["Use --help for all options."]).joined(separator: "\n\n") + "\n"
    }

    private static func shortened(_ paragraph: String) -> String {
        paragraph.split(separator: "\n").prefix(examples + 1).joined(separator: "\n")
    }
}

enum WholeHelp {
    /// Returns the parser's text with an added line for the global options.
    static func text(of help: String) -> String {
        guard let options = help.firstRange(of: "\nOPTIONS:\n") else { return help }
        let end = help[options.upperBound...].firstRange(of: "\n\n")?.lowerBound ?? help.endIndex
        let parts = [String(help[..<end]), GlobalOptions.line, String(help[end...])]
            .map { $0.trimmed(\.isNewline) }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }
}

enum CommandSuggestion {
    /// Returns the parser's error message with a better suggestion than its own.
    static func improved(_ complaint: String, of arguments: [String]) -> String {
        option(complaint, arguments) ?? command(complaint)
    }

    /// The parser reports “Unknown option '--x'”, and suggests even distant names.
    private static func option(_ complaint: String, _ arguments: [String]) -> String? {
        let walk = CommandLineWalk(Array(arguments.prefix { $0 != "--" }))
        guard
            let match = complaint.prefixMatch(
                of: /Error: (?:Unknown option '(-[^'\n]*)'(?:\. Did you mean '[^'\n]*'\?)?|Missing [^\n]*)/
            )
        else { return nil }
        // Report an unknown option before a missing value that it may have caused.
        guard let word = match.output.1.map(String.init) ?? walk.unknownOptions.first else { return nil }
        let names = walk.signature.offered.compactMap(\.longName)
        guard word.hasPrefix("--") else {
            // For “-nat:de”, the parser may report a single letter.
            let argument =
                arguments.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(word.dropFirst()) } ?? word
            let name = String(argument.dropFirst().prefix { $0 != "=" })
            if names.contains(name) { return "Error: Unknown option “\(argument)”. Did you mean “--\(name)”?" }
            guard walk.takesTerms else { return "Error: Unknown option “\(argument)”." }
            let term = argument.dropFirst()
            return
                "Error: Unknown option “\(argument)”. To leave out a word, write NOT \(term), or put “-\(term)” behind -- or "
                + "into the quotes of other words, such as 'ada -\(term)'."
        }
        let name = word.dropFirst(2).prefix { $0 != "=" }
        if names.contains(String(name)) {
            let command = (["contacts"] + walk.path).joined(separator: " ")
            return "Error: The option “--\(name)” goes after the command: \(command) --\(name)."
                + complaint[match.range.upperBound...]
        }
        let known = NearestName.find(String(word.dropFirst(2)), in: names)
        let advice = known.map { " Did you mean “--\($0)”?" } ?? ""
        return "Error: Unknown option “\(word)”.\(advice)" + complaint[match.range.upperBound...]
    }

    private static func command(_ complaint: String) -> String {
        // The parser reports “Unexpected argument 'x'” or “2 unexpected arguments: 'x', 'y'”, and then prints the usage
        // of the command that it was parsing.
        guard
            let match = complaint.prefixMatch(of: /Error: (?:Unexpected argument|\d+ unexpected arguments:) '([^']+)'/),
            let usage = complaint.firstMatch(of: /\nUsage: contacts ((?:[a-z-]+ )*)<command>/)
        else { return complaint }
        let word = String(match.output.1)
        let (command, path, _) = CommandTree.walk(usage.output.1.split(separator: " ").map(String.init))
        let advice = CommandTree.suggestion(for: word, below: command).map { known in
            "Did you mean “\((["contacts"] + path + [known]).joined(separator: " "))”?"
        }
        let lines = complaint.split(separator: "\n", maxSplits: 1).map(String.init)
        let first = "Error: There is no command “\(word)”." + (advice.map { " " + $0 } ?? "")
        return ([first] + lines.dropFirst()).joined(separator: "\n")
    }
}

enum CommandTree {
    /// Returns the command that the words name, and the remaining words that don't name a command.
    static func walk(
        _ words: some Sequence<String>
    ) -> (command: any ParsableCommand.Type, path: [String], rest: [String]) {
        var command: any ParsableCommand.Type = ContactsCommand.self
        var path: [String] = []
        var rest: [String] = []
        for word in words {
            if rest.isEmpty, let child = subcommand(named: word, of: command) {
                command = child
                path.append(names(of: child)[0])
            } else {
                rest.append(word)
            }
        }
        return (command, path, rest)
    }

    static func subcommand(named word: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first { names(of: $0).contains(word) }
    }

    /// Returns the subcommand of `command` that `word` was probably meant to be.
    static func suggestion(for word: String, below command: any ParsableCommand.Type, also: [String] = []) -> String? {
        NearestName.find(word, in: command.configuration.subcommands.flatMap(names) + also)
    }

    static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
}

/// The help for the program itself: a first page for newcomers, and all commands grouped by purpose.
enum ProgramHelp {
    /// The first page, which fits a terminal of 80 columns and 24 lines.
    static let first = """
        \(sentence)

        EXAMPLES
          contacts add 'Grace Hopper' grace@example.org    someone new
          contacts search grace                            a part of a name is enough
          contacts show grace                              everything about one of them
          contacts edit 'Grace Hopper'                     change it in your editor
          contacts import friends.vcf                      people from another program

        On a terminal, contacts alone opens the full screen. contacts undo takes back
        the last change.

        USAGE: contacts <command> [<options>]

          contacts help commands     all commands, by what they do, and more topics
          contacts help edit         one command, with its options and examples
          contacts help books        address books, and how they are synchronized

        """

    static let sentence = "Your address book in the terminal: find, edit, sync."

    /// All commands grouped by purpose, in lines of at most 80 columns.
    static var commands: String {
        let all = Dictionary(
            uniqueKeysWithValues: ContactsCommand.configuration.subcommands.map { command in
                (command.configuration.commandName ?? "", command.configuration.abstract)
            }
        )
        let parts = groups.map { title, names in
            "\(title)\n"
                + names.map { name in "  \(name.padded(to: 12)) \(all[name] ?? "")" }.joined(separator: "\n")
        }
        return (parts + ["TOPICS\n\(HelpTopic.list)", "EXAMPLES\n  contacts help edit\n  contacts help query"])
            .joined(separator: "\n\n")
    }

    /// The commands in their groups; a test verifies that each is in one of them.
    static let groups: [(title: String, commands: [String])] = [
        ("FIND", ["list", "search", "show", "email", "phone", "address", "photo", "birthdays", "pick", "stats"]),
        (
            "CHANGE",
            ["add", "edit", "remove", "favorite", "group", "merge", "dedupe", "undo", "redo", "history", "restore"]
        ),
        ("BOOKS AND SYNC", ["book", "copy", "move", "sync"]),
        ("FILES AND MAIL", ["import", "export", "add-email"]),
        ("SCREEN", ["browse"]),
        ("SETTINGS", ["doctor", "completion"]),
        ("FOR DEVELOPERS", ["storybook", "serve", "replay", "diagram", "cache", "config"]),
    ]
}
