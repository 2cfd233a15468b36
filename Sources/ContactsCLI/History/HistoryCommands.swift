import ArgumentParser
import Bloc
import Foundation
import Repository

/// `contacts history`: prints the steps of the history.
struct HistoryCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print the last changes.",
        usage: "contacts history [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            The last step comes first. A step that is undone stays until the next change.

            On a terminal the default is a table, elsewhere lines of values separated by tabs, without a header:
            \(Report.history.lines.names.joined(separator: ", ")).
            JSON is an array of objects with the keys step, date, title, contacts, ids (at most 10) and undone.

            EXAMPLES
              contacts history
              contacts history --limit 100 --format json
            """
    )

    static let isPaged = true

    @Option(help: ArgumentHelp("Print at most this many steps.", valueName: "number"))
    var limit = 20

    @OptionGroup
    var output: ReportOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(limit, of: "--limit")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let steps = try await blocs.history().content(of: .requested(limit: limit)).steps
        if steps.isEmpty { program.messages.note("Nothing was changed here yet.") }
        try program.output.write(output.bytes(of: steps, as: .history, for: program.screen))
        return .success
    }
}

/// `contacts undo`: undoes the last steps of the history.
struct UndoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change.",
        usage: "contacts undo [--steps <number>] [<options>]",
        discussion: """
            A command that adds, edits, removes, imports or merges is one step, however many contacts it changed.
            contacts redo reverses it; contacts history lists the steps.

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
        let undone = try await blocs.history().content(of: .undoRequested(steps: steps)).steps
        guard !undone.isEmpty else { throw Failure(.failure, "There is nothing to undo.") }
        for step in undone {
            program.messages.note("Undid: \(step.title) (\(CountText.contacts(step.contactCount))).")
        }
        return .success
    }
}

/// `contacts redo`: redoes the steps that were undone last.
struct RedoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what was undone last.",
        usage: "contacts redo [--steps <number>] [<options>]",
        discussion: """
            The step that was undone last is redone first. A new change discards what could be redone.
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
        let redone = try await blocs.history().content(of: .redoRequested(steps: steps)).steps
        guard !redone.isEmpty else { throw Failure(.failure, "There is nothing to redo.") }
        for step in redone {
            program.messages.note("Redid: \(step.title) (\(CountText.contacts(step.contactCount))).")
        }
        return .success
    }
}

/// The numbers of steps on the command line.
enum StepCount {
    /// Refuses numbers below 1.
    static func validate(_ count: Int, of option: String) throws {
        if count < 1 {
            throw ValidationError("The value '\(count)' of \(option) is too small. Give 1 or more.")
        }
    }
}

extension Report where Row == HistoryStep {
    /// The steps of the history.
    static var history: Report {
        Report(
            [
                Column("step") { .number(Int($0.id)) }, Column("date") { .text(UTCDate.timestamp(of: $0.date) ?? "") },
                Column("title") { .text($0.title) }, Column("contacts") { .number($0.contactCount) },
                Column("ids") { OutputValue($0.contacts.map(\.rawValue)) }, Column("undone") { .flag($0.isUndone) },
            ],
            lines: ["step", "date", "title", "contacts", "undone"]
        )
    }
}

extension UTCDate {
    /// The time in UTC with milliseconds, as ISO 8601 has it; `nil` outside of the years that it knows.
    static func timestamp(of date: Date) -> String? {
        UTCDate(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))?.timestamp
    }
}
