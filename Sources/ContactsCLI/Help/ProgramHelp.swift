import ArgumentParser

/// The help of the program itself: a first page for newcomers, and all commands by what they do.
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

    /// All commands by what they do, in lines of at most 80 columns.
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

    /// The commands in their groups; a test holds that each is in one of them.
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
