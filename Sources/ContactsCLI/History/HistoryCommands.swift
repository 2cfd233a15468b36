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
            \(HistoryFormat.columns.joined(separator: ", ")).
            JSON is an array of objects with the keys step, date, title, contacts, ids (at most 10) and undone.

            EXAMPLES
              contacts history
              contacts history --limit 100 --format json
            """
    )

    static let isPaged = true

    @Option(help: ArgumentHelp("Print at most this many steps.", valueName: "number"))
    var limit = 20

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: HistoryFormat?

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(limit, of: "--limit")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let steps = try await blocs.history().content(of: .requested(limit: limit)).steps
        let format = format ?? (program.screen.isTerminal ? .table : .tsv)
        if steps.isEmpty { program.messages.note("Nothing was changed here yet.") }
        try program.output.write(format.bytes(of: steps, for: program.screen))
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

/// The forms in which the steps of history can be asked for.
enum HistoryFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case tsv
    case json

    /// The columns of the lines, in their order.
    static let columns = ["step", "date", "title", "contacts", "undone"]

    /// The steps in this form, in the order given.
    func bytes(of steps: [HistoryStep], for screen: Screen) -> [UInt8] {
        switch self {
        case .table: Array(Self.table(of: steps).utf8)
        case .tsv: Array(Self.lines(of: steps).utf8)
        case .json: Self.json(of: steps, for: screen)
        }
    }

    private static func values(of step: HistoryStep) -> [String] {
        [
            String(step.id), date(of: step), TerminalText.sanitized(step.title), String(step.contactCount),
            step.isUndone ? "yes" : "no",
        ]
    }

    private static func table(of steps: [HistoryStep]) -> String {
        guard !steps.isEmpty else { return "" }
        let rows = [columns.map { $0.uppercased() }] + steps.map(values)
        let widths = columns.indices.map { column in
            rows.reduce(0) { max($0, DisplayWidth.columns(of: $1[column])) }
        }
        return rows.reduce(into: "") { text, row in
            for (column, value) in row.enumerated() {
                text += value
                guard column < row.count - 1 else { continue }
                text += String(repeating: " ", count: widths[column] - DisplayWidth.columns(of: value) + 2)
            }
            text += "\n"
        }
    }

    private static func lines(of steps: [HistoryStep]) -> String {
        steps.reduce(into: "") { $0 += values(of: $1).joined(separator: "\t") + "\n" }
    }

    private static func json(of steps: [HistoryStep], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for step in steps {
            bytes += bytes.isEmpty ? "[\n".utf8 : ",\n".utf8
            bytes += "{\"step\":\(step.id),\"date\":".utf8
            text.append(date(of: step), to: &bytes)
            bytes += ",\"title\":".utf8
            text.append(step.title, to: &bytes)
            bytes += ",\"contacts\":\(step.contactCount),\"ids\":[".utf8
            for (index, id) in step.contacts.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                text.append(id.rawValue, to: &bytes)
            }
            bytes += "],\"undone\":\(step.isUndone)}".utf8
        }
        bytes += bytes.isEmpty ? "[]\n".utf8 : "\n]\n".utf8
        return bytes
    }

    /// The time in UTC with milliseconds, as ISO 8601 has it.
    private static func date(of step: HistoryStep) -> String {
        UTCDate(milliseconds: Int64((step.date.timeIntervalSince1970 * 1000).rounded()))?.timestamp ?? ""
    }
}
