import ArgumentParser

/// `contacts group`: the groups that contacts are in.
struct GroupCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "List groups, and put contacts in them.",
        usage: "contacts group <command> [<options>]",
        discussion: """
            A group is there as long as somebody is in it. Capitals and accents make no other group.

            EXAMPLES
              contacts group add friends 1c41a2 9be0
              contacts group list
              contacts list --group friends
            """,
        subcommands: [
            GroupListCommand.self, GroupAddCommand.self, GroupRemoveCommand.self, GroupRenameCommand.self,
        ],
        aliases: ["groups"]
    )

    @OptionGroup
    var global: GlobalOptions
}
