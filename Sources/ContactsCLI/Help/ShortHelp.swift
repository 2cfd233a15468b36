import ArgumentParser
import Primitives

/// The help of `-h`: the first things that somebody needs, out of all that `--help` tells.
enum ShortHelp {
    /// The most examples.
    private static let examples = 4

    /// Whether the arguments ask for it.
    static func isWanted(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.contains("-h") && !options.contains("--help")
    }

    /// What the command does, examples, how it is used, and the commands below it.
    static func text(of help: String) -> String {
        let paragraphs = help.split(separator: "\n\n").map(String.init)
        func paragraph(_ title: String) -> String? { paragraphs.first { $0.hasPrefix(title) } }
        let overview = paragraphs.first.map { $0.trimmingPrefix("OVERVIEW: ") }.map(String.init)
        let parts = [overview, paragraph("EXAMPLES").map(shortened), paragraph("USAGE: "), paragraph("SUBCOMMANDS:")]
        return (parts.compactMap { $0 } + ["--help tells the rest."]).joined(separator: "\n\n") + "\n"
    }

    /// The title and the first examples.
    private static func shortened(_ paragraph: String) -> String {
        paragraph.split(separator: "\n").prefix(examples + 1).joined(separator: "\n")
    }
}

/// Tells who mistyped a command which one there is.
enum CommandSuggestion {
    /// The parser's complaint, with the command that may have been meant in the place of a general remark.
    static func improved(_ complaint: String) -> String {
        // The parser says “Unexpected argument 'x'” or “2 unexpected arguments: 'x', 'y'”, and how the command is used
        // whose turn it was.
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

/// The commands by their names.
enum CommandTree {
    /// The command that the words lead to, and the words that lead no further.
    static func walk(
        _ words: some Sequence<String>
    ) -> (command: any ParsableCommand.Type, path: [String], rest: [String]) {
        var command: any ParsableCommand.Type = ContactsCommand.self
        var path: [String] = []
        var rest: [String] = []
        for word in words {
            if rest.isEmpty,
                let child = command.configuration.subcommands.first(where: { names(of: $0).contains(word) })
            {
                command = child
                path.append(names(of: child)[0])
            } else {
                rest.append(word)
            }
        }
        return (command, path, rest)
    }

    /// The command below `command` that somebody may have meant.
    static func suggestion(for word: String, below command: any ParsableCommand.Type, also: [String] = []) -> String? {
        NearestName.find(word, in: command.configuration.subcommands.flatMap(names) + also)
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
}
