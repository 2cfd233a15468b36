import ArgumentParser

/// `contacts config`: what the program is set to, and why.
struct ConfigCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the settings.",
        usage: "contacts config <command> [<options>]",
        subcommands: [
            ConfigShowCommand.self, ConfigGetCommand.self, ConfigPathCommand.self, ConfigCheckCommand.self,
            ConfigResolveCommand.self,
        ]
    )

    @OptionGroup
    var global: GlobalOptions
}
