import ArgumentParser
import Bloc
import BlocKit
import Repository
import TerminalUI

struct HistoryShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print what a step changed: who, and the old and new values.",
        usage: "contacts history show <step> [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            contacts history prints the numbers of the steps.

            JSON is an array of objects, one for each field that was changed, with the keys id, name, change (added, \
            changed or removed), field, old and new; CSV and TSV have these columns.

            EXAMPLES
              contacts history show 12
              contacts history show 12 --format json
            """
    )

    static let isPaged = true
    static let books = BookScope.joined

    @Argument(help: ArgumentHelp("The number of the step.", valueName: "step"))
    var step: Int64

    @Option(help: ArgumentHelp("Print at most this many contacts.", valueName: "number"))
    var limit = 100

    @OptionGroup
    var output: ReportOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(limit, of: "--limit")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.app.calendar) var calendar
        guard case .detailed(let detail) = try await blocs.history().content(of: .stepRequested(step, limit: limit))
        else { throw CancellationError() }
        let format = output.format(for: program.screen, standard: program.screen.isTerminal ? .text : nil)
        if format == .text, output.fields.names == nil {
            try program.output.write(Self.text(of: detail, calendar))
        } else {
            let rows = detail.changes.flatMap(FieldChange.changes)
            try program.output.write(output.bytes(of: rows, as: .fieldChanges, for: program.screen))
        }
        let more = detail.step.contactCount - detail.changes.count
        if detail.changes.count == limit, more > 0 {
            program.messages.note("\(CountText.contacts(more)) more; give a larger --limit.")
        }
        return .success
    }

    /// The step for people: who, and below each the fields.
    private static func text(of detail: HistoryDetail, _ calendar: WallCalendar) -> String {
        let step = detail.step
        var text =
            "Step \(step.id), \(calendar.text(of: step.date)): \(step.title)\(step.isUndone ? " (undone)" : "")\n"
        for change in detail.changes {
            let changes = FieldChange.changes(of: change)
            let name = FieldChange.name(of: change)
            text += "\n\(name.isEmpty ? change.id.rawValue : name), \(change.kind)\n"
            for change in changes { text += change.lines.map { "  \($0)\n" }.joined() }
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText.sanitized(String($0)) }
            .joined(separator: "\n")
    }
}

extension HistoryChange {
    /// The change of the contact, in a word.
    fileprivate var kind: String {
        switch (before, after) {
        case (nil, _?): "added"
        case (_?, nil): "removed"
        case (nil, nil), (_?, _?): "changed"
        }
    }
}

/// A field that a step of the history changed.
struct FieldChange: Equatable, Sendable {
    var id: ContactID
    var name: String
    var change: String
    var field: String
    /// The value before; empty without one.
    var old: String
    /// The value after; empty without one.
    var new: String

    /// The fields that the change of one contact concerns, in the order of the field table.
    static func changes(of change: HistoryChange) -> [FieldChange] {
        let name = name(of: change)
        return fields.compactMap { field in
            let old = change.before.map { text(of: field, $0) } ?? ""
            let new = change.after.map { text(of: field, $0) } ?? ""
            guard old != new else { return nil }
            return FieldChange(id: change.id, name: name, change: change.kind, field: field.name, old: old, new: new)
        }
    }

    /// The display name after the change, or before it when nothing is left.
    static func name(of change: HistoryChange) -> String {
        (change.after ?? change.before)?.displayName ?? ""
    }

    /// The change in lines for people: old → new, or the lines that differ of a long text.
    var lines: [String] {
        func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }
        guard old.contains("\n") || new.contains("\n") else {
            switch change {
            case "added": return ["\(field): \(quoted(new))"]
            case "removed": return ["\(field): \(quoted(old))"]
            default: return ["\(field): \(quoted(old)) → \(quoted(new))"]
            }
        }
        let texts = [old, new].map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        return ["\(field):"] + LineDiff.lines(from: old.isEmpty ? [] : texts[0], to: new.isEmpty ? [] : texts[1])
    }

    /// The stored fields; a field that repeats a part of another is left out.
    private static let fields = ContactField.all.filter { field in
        field.isStored && !["phone", "cell"].contains(field.name)
    }

    private static func text(of field: ContactField, _ contact: Contact) -> String {
        func labelled(_ text: String, _ types: [String]) -> String {
            types.isEmpty ? text : "\(text) (\(types.joined(separator: ", ")))"
        }
        if field == .photo, case .data(_, let base64)? = contact.photo {
            return labelled(field.text(of: contact), ["\(base64.utf8.count * 3 / 4) bytes"])
        }
        if field.name == "lines" { return contact.lines.map(shortened).joined(separator: "; ") }
        return field.values(of: contact).map { labelled($0.value, $0.types) }.joined(separator: "; ")
    }

    /// A line of a card without most of a picture, which says nothing to people.
    private static func shortened(_ line: String) -> String {
        line.utf8.count > 1_000 ? "\(line.prefix(60))… (\(line.utf8.count) bytes)" : line
    }
}

extension Report where Row == FieldChange {
    static var fieldChanges: Report {
        Report([
            Column("id") { .text($0.id.rawValue) }, Column("name") { .text($0.name) },
            Column("change") { .text($0.change) }, Column("field") { .text($0.field) },
            Column("old") { OutputValue(unlessEmpty: $0.old) }, Column("new") { OutputValue(unlessEmpty: $0.new) },
        ])
    }
}
