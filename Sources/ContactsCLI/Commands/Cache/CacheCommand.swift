import ArgumentParser

/// `contacts cache`: what was fetched and is kept here.
struct CacheCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or forget what was fetched.",
        usage: "contacts cache <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts cache status
              contacts cache clear --dry-run
            """,
        subcommands: [CacheStatusCommand.self, CacheClearCommand.self]
    )

    @OptionGroup
    var global: GlobalOptions
}
