import ArgumentParser
import BlocKit
import BookSync
import Repository

struct UndoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change.",
        usage: "contacts undo [--steps <number>] [--dry-run] [<options>]",
        discussion: """
            A command that adds, edits, removes, imports or merges is one step, however many contacts it changed.
            contacts redo reverses it; contacts history lists the steps.

            EXAMPLES
              contacts undo
              contacts undo --steps 3
            """
    )

    static let books = BookScope.joined

    @OptionGroup
    var steps: StepOptions

    func run(in program: Program) async throws -> ExitStatus {
        guard let undone = try await steps.take(.undo, in: program) else { return .success }
        // What an API sent is not the user's work.
        if undone.allSatisfy(\.isFetch) { return .failure }
        if undone.contains(where: { $0.isUndone && $0.title == SyncPass.title && !$0.isFetch }) {
            program.messages.note(
                "The changes here are taken back; the next sync takes them back at the source, too. Until the next change here, "
                    + "contacts redo brings them back."
            )
        }
        return .success
    }
}

struct RedoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what was undone last.",
        usage: "contacts redo [--steps <number>] [--dry-run] [<options>]",
        discussion: """
            The step that was undone last is redone first. A new change discards what could be redone.
            contacts history lists the steps.

            EXAMPLES
              contacts redo
              contacts redo --steps 3
            """
    )

    static let books = BookScope.joined

    @OptionGroup
    var steps: StepOptions

    func run(in program: Program) async throws -> ExitStatus {
        _ = try await steps.take(.redo, in: program)
        return .success
    }
}

enum StepDirection: String, Sendable {
    case undo
    case redo

    /// Returns the message for a step that was taken, or for one that wasn't.
    fileprivate func result(of step: HistoryStep) -> String {
        switch self {
        case .undo where step.isFetch:
            "Not undone: \(step.summary). What an API sent can only be cleared, with: contacts cache clear. The next undo goes "
                + "on with the step before it."
        case .undo: "\(step.isUndone ? "Undid" : "Not undone"): \(step.summary)."
        case .redo: "\(step.isUndone ? "Not redone" : "Redid"): \(step.summary)."
        }
    }

    fileprivate func event(steps: Int) -> HistoryEvent {
        switch self {
        case .undo: .undoRequested(steps: steps)
        case .redo: .redoRequested(steps: steps)
        }
    }
}

struct StepOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("How many steps.", valueName: "number"))
    var steps = 1

    @OptionGroup
    var trial: DryRunOption

    func validate() throws {
        try StepCount.validate(steps, of: "--steps")
    }

    /// Undoes or redoes the steps and tells each; with `--dry-run` tells only which they would be, and returns `nil`.
    func take(_ direction: StepDirection, in program: Program) async throws -> [HistoryStep]? {
        @Injected(\.blocs) var blocs
        let bloc = blocs.history()
        let chosen =
            try await bloc.content(
                of: trial.dryRun
                    ? .nextRequested(steps: steps, isUndone: direction == .redo) : direction.event(steps: steps)
            ).steps
        guard !chosen.isEmpty else { throw Failure(.failure, "There is nothing to \(direction.rawValue).") }
        for step in chosen {
            program.messages.note(
                trial.dryRun ? "Would \(direction.rawValue): \(step.summary)." : direction.result(of: step)
            )
        }
        return trial.dryRun ? nil : chosen
    }
}

enum StepCount {
    static func validate(_ count: Int, of option: String) throws {
        if count < 1 {
            throw ValidationError("The value '\(count)' of \(option) is too small. Give 1 or more.")
        }
    }
}
