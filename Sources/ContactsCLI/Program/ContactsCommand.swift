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

            TOPICS
            \(HelpTopic.list)

            EXIT CODES
            \(HelpTexts.exitCodes)
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

/// The output of `--version`.
enum ProgramVersion {
    /// The version of the program, which Configurations/Base.xcconfig gives.
    static let number = EmbeddedConfigurations.version

    /// The version of the compiler that built the program.
    static var compiler: String {
        #if compiler(>=6.5)
        "Swift 6.5 or later"
        #elseif compiler(>=6.4)
        "Swift 6.4"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #else
        "Swift 6.2"
        #endif
    }

    /// Name, version, compiler and database engine in one line.
    static var line: String {
        "contacts \(number) (\(compiler), SQLite \(CompositionRoot.databaseVersion))"
    }
}
