import ArgumentParser
import BlocInspector
import LoopbackHTTP

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
            BrowseCommand.parsed, PickCommand.parsed, StorybookCommand.parsed, ListCommand.parsed,
            SearchCommand.parsed, ShowCommand.parsed, PhotoCommand.parsed, EmailCommand.parsed, PhoneCommand.parsed,
            AddressCommand.parsed, BirthdaysCommand.parsed, AddCommand.parsed, EditCommand.parsed,
            RemoveCommand.parsed, FavoriteCommand.parsed, GroupCommand.self, UndoCommand.parsed, RedoCommand.parsed,
            HistoryCommand.self, RestoreCommand.parsed, BookCommand.self, CopyCommand.parsed, MoveCommand.parsed,
            AddEmailCommand.parsed, ImportCommand.parsed, ExportCommand.parsed, MergeCommand.parsed,
            DedupeCommand.parsed, StatsCommand.parsed, SyncCommand.parsed, CacheCommand.self, ConfigCommand.self,
            ServeCommand.parsed, DoctorCommand.parsed, ReplayCommand.parsed, DiagramCommand.parsed,
            CompletionCommand.parsed,
        ]
    )

    @OptionGroup var global: GlobalOptions
}

enum InspectOption {
    /// Starts an inspector, and translates its errors into messages.
    static func starting(port: Int, _ start: () throws -> BlocInspector) throws -> BlocInspector {
        do {
            return try start()
        } catch let error as LoopbackServerError {
            if case .cannotListen = error {
                throw Failure(
                    .unavailable,
                    "The inspector cannot use port \(port): \(error). Give another one with --inspect=PORT."
                )
            }
            throw Failure(.unavailable, "The inspector couldn't be started. \(error)")
        }
    }
}
