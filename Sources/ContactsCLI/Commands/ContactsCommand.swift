import ArgumentParser

/// The program as the command line sees it.
struct ContactsCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "The people you know, in the terminal: fetched from an API, kept here, there when you are offline.",
        usage: "contacts <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts list                 Everybody; the first time, people are fetched.
              contacts show 1c41a2          One person, by the beginning of the identifier.
              contacts edit 1c41a2 --email ada@example.com
              contacts sync --results 500 --pages 10
              contacts list --format json | jq '.[].email'

            EXIT CODES
               0  done                       70  a defect of this program
               1  not found, or refused      73  cannot create a file or folder
               2  done in part               74  cannot read or write, output closed
              64  usage                      75  try again later
              65  unreadable data            77  the server refuses you
              66  input file missing         78  configuration
              69  network or server         130, 143  stopped by a signal
            """,
        version: ProgramVersion.line,
        subcommands: [
            ListCommand.self, SearchCommand.self, ShowCommand.self, EmailCommand.self, PhoneCommand.self,
            AddressCommand.self, BirthdaysCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self,
            FavoriteCommand.self, GroupCommand.self, UndoCommand.self, RedoCommand.self, HistoryCommand.self,
            ImportCommand.self, ExportCommand.self, MergeCommand.self,
            DedupeCommand.self,
            StatsCommand.self, SyncCommand.self, CacheCommand.self, ConfigCommand.self,
            ServeCommand.self, DoctorCommand.self, ReplayCommand.self, DiagramCommand.self, CompletionCommand.self,
        ]
    )

    @OptionGroup
    var global: GlobalOptions
}
