import ArgumentParser
import Bloc

/// `contacts show`: drives the contact bloc and prints what it found.
struct ShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print everything about one contact.",
        usage: "contacts show <id-or-prefix> [--format <format>] [<options>]",
        discussion: """
            EXAMPLES
              contacts show 1c41a2
              contacts show 1c41a2 --format json
            """
    )

    @Argument(help: ArgumentHelp("The identifier of the contact, or its beginning.", valueName: "id-or-prefix"))
    var selection: String

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: ShowFormat = .text

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try ContactSelection.validate(selection)
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        bloc.add(.requested(matching: selection))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .saved, .selected, .removed: continue
            case .found(let contact):
                try program.output.write(format.bytes(of: contact, for: program.screen))
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
