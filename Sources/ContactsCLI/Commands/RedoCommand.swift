import ArgumentParser
import Bloc
import Repository

/// `contacts redo`: drives the history bloc.
struct RedoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Do again what was undone last.",
        usage: "contacts redo [--steps <number>] [<options>]",
        discussion: """
            The step that was undone last is the first to be done again. A new change drops what could be.
            contacts history lists the steps.

            EXAMPLES
              contacts redo
              contacts redo --steps 3
            """
    )

    @Option(help: ArgumentHelp("How many steps.", valueName: "number"))
    var steps = 1

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(steps, of: "--steps")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.history()
        bloc.add(.redoRequested(steps: steps))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .listed, .undone: continue
            case .redone(let steps):
                guard !steps.isEmpty else { throw Failure(.failure, "There is nothing to redo.") }
                for step in steps {
                    program.messages.note("Did again: \(step.title) (\(CountText.contacts(step.contactCount))).")
                }
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
