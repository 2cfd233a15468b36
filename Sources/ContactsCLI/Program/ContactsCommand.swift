import ArgumentParser

/// The root command.
struct ContactsCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Your contacts in the terminal: fetched from an API, stored here, available offline.",
        usage: "contacts <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts list                 All contacts; the first time, people are fetched.
              contacts show 1c41a2          One contact, by the beginning of the identifier.
              contacts edit 1c41a2 --email ada@example.com
              contacts sync --results 500 --pages 10
              contacts list --format json | jq '.[].email'

            TOPICS
            \(HelpTopic.list)

            EXIT CODES
            \(HelpTexts.exitCodes)
            """,
        version: ProgramVersion.placeholder,
        subcommands: [
            BrowseCommand.self, PickCommand.self, StorybookCommand.self, ListCommand.self, SearchCommand.self,
            ShowCommand.self, PhotoCommand.self, EmailCommand.self, PhoneCommand.self,
            AddressCommand.self, BirthdaysCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self,
            FavoriteCommand.self, GroupCommand.self, UndoCommand.self, RedoCommand.self, HistoryCommand.self,
            BookCommand.self, CopyCommand.self, MoveCommand.self, AddEmailCommand.self, ImportCommand.self,
            ExportCommand.self, MergeCommand.self,
            DedupeCommand.self,
            StatsCommand.self, SyncCommand.self, CacheCommand.self, ConfigCommand.self,
            ServeCommand.self, DoctorCommand.self, ReplayCommand.self, DiagramCommand.self, CompletionCommand.self,
        ]
    )

    @OptionGroup
    var global: GlobalOptions
}
