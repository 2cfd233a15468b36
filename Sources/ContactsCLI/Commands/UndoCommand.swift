import ArgumentParser
import Bloc
import Repository

/// `contacts undo`: drives the history bloc.
struct UndoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take the last change back.",
        usage: "contacts undo [--steps <number>] [<options>]",
        discussion: """
            A command that adds, edits, removes, imports or merges is one step, however many contacts it changed.
            contacts redo does it again; contacts history lists the steps.

            EXAMPLES
              contacts undo
              contacts undo --steps 3
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
        bloc.add(.undoRequested(steps: steps))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .listed, .redone: continue
            case .undone(let steps):
                guard !steps.isEmpty else { throw Failure(.failure, "There is nothing to undo.") }
                for step in steps {
                    program.messages.note("Undid: \(step.title) (\(CountText.contacts(step.contactCount))).")
                }
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
