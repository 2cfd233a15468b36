import ArgumentParser

/// `contacts config`: what the program is set to, and why.
struct ConfigCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the settings.",
        usage: "contacts config <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts config show
              contacts config get API_PAGE_SIZE --env QC
              contacts config check
            """,
        subcommands: [
            ConfigShowCommand.self, ConfigGetCommand.self, ConfigPathCommand.self, ConfigCheckCommand.self,
            ConfigResolveCommand.self,
        ]
    )

    @OptionGroup
    var global: GlobalOptions
}
