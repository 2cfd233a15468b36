import ArgumentParser

struct ContactsCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: ProgramHelp.sentence,
        usage: "contacts <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts add 'Grace Hopper' grace@example.org
              contacts show grace
              contacts edit 'Grace Hopper' --email work:grace@example.org
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
            RestoreCommand.self,
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
