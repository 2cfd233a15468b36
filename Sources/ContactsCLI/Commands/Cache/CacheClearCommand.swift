import ArgumentParser
import Bloc
import Repository

/// `contacts cache clear`: drives the cache bloc.
struct CacheClearCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Forget what was fetched and never touched.",
        usage: "contacts cache clear [--dry-run] [<options>]",
        discussion: """
            contacts sync fetches people again. Nobody goes who was added or imported here, or in whom something was \
            changed; who was removed stays removed; the history stays.

            EXAMPLES
              contacts cache clear --dry-run
              contacts cache clear
            """
    )

    @Flag(name: [.customShort("n"), .long], help: "Tell how many would be forgotten, and change nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.cache()
        bloc.add(dryRun ? .requested : .cleared)
        for await state in bloc.states {
            switch state {
            case .initial, .loading: continue
            case .data(let overview):
                program.messages.note("Would forget \(CountText.contacts(overview.clearable)).")
                return .success
            case .cleared(let count):
                program.messages.note("Forgot \(CountText.contacts(count)).")
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
