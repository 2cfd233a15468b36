import ArgumentParser

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
        Spelling.nearest(to: word, among: command.configuration.subcommands.flatMap(names) + also)
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
}
