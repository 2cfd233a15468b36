import ArgumentParser
import BookSync
import Repository

/// Undoes or redoes the last steps.
struct StepCommand<Direction: StepDirection>: ProgramCommand {
    static var configuration: CommandConfiguration { Direction.configuration }
    static var books: BookScope { .joined }

    @Option(help: .value("number", "The number of steps."))
    var steps = 1

    @OptionGroup var trial: DryRunOption

    func validate() throws { try OptionNumber.check(steps, of: "--steps") }

    func run(in program: Program) async throws -> ExitStatus {
        let isRedo = Direction.isRedo
        let event: HistoryEvent =
            if trial.dryRun {
                .nextRequested(steps: steps, isUndone: isRedo)
            } else {
                isRedo ? .redoRequested(steps: steps) : .undoRequested(steps: steps)
            }
        let chosen = try await blocs.history().content(of: event).steps
        let verb = isRedo ? "redo" : "undo"
        guard !chosen.isEmpty else { throw Failure(.failure, "There is nothing to \(verb).") }
        for step in chosen {
            program.messages.note(trial.dryRun ? "Would \(verb): \(step.summary)." : Self.result(of: step))
        }
        if trial.dryRun || isRedo { return .success }
        // Data fetched from an API isn't the user's work.
        if chosen.allSatisfy(\.isFetch) { return .failure }
        if chosen.contains(where: { $0.isUndone && $0.title == SyncPass.title && !$0.isFetch }) {
            program.messages.note(
                "The changes are undone here; the next sync undoes them at the source, too. Until the next change "
                    + "here, contacts redo restores them."
            )
        }
        return .success
    }

    /// Returns the message for a step that was or wasn't undone or redone.
    private static func result(of step: HistoryStep) -> String {
        switch (Direction.isRedo, step.isUndone) {
        case (false, _) where step.isFetch:
            "Not undone: \(step.summary). Fetched people can only be cleared, with: contacts cache clear. The next "
                + "undo continues with the step before it."
        case (false, true): "Undid: \(step.summary)."
        case (false, false): "Not undone: \(step.summary)."
        case (true, true): "Not redone: \(step.summary)."
        case (true, false): "Redid: \(step.summary)."
        }
    }
}

typealias UndoCommand = StepCommand<Undoing>
typealias RedoCommand = StepCommand<Redoing>

protocol StepDirection: Sendable {
    static var configuration: CommandConfiguration { get }
    static var isRedo: Bool { get }
}

enum Undoing: StepDirection {
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

    static let isRedo = false
}

enum Redoing: StepDirection {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone step.",
        usage: "contacts redo [--steps <number>] [--dry-run] [<options>]",
        discussion: """
            The step that was undone last is redone first. A new change discards what could be redone.
            contacts history lists the steps.

            EXAMPLES
              contacts redo
              contacts redo --steps 3
            """
    )

    static let isRedo = true
}

enum OptionNumber {
    /// Rejects an option value outside the range, whose unit follows the advice.
    static func check(
        _ value: Int?,
        of option: String,
        in range: ClosedRange<Int> = 1...Int.max,
        _ unit: String = ""
    ) throws {
        guard let value, !range.contains(value) else { return }
        let advice =
            range.upperBound == .max
            ? "too small. Give \(range.lowerBound) or more"
            : "out of range. Give \(range.lowerBound) to \(range.upperBound)\(unit)"
        throw ValidationError("The value '\(value)' of \(option) is \(advice).")
    }
}
