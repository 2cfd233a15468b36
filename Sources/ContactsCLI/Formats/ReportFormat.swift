import ArgumentParser
import Exchange
import TerminalUI

/// The formats in which every report can be printed.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case table
    case plain
    case tsv
    case csv
    case json
    case ndjson
    case yaml
    case ics

    /// The formats of every report; calendars have only birthdays.
    static var allValueStrings: [String] { allCases.filter { $0 != .ics }.map(\.rawValue) }

    /// Returns the default format of a list: a table for people, lines with tabs for programs.
    static func standard(for screen: Screen) -> ReportFormat {
        screen.isTerminal ? .table : .tsv
    }

    /// A writer of this format, for results that go to `screen`.
    ///
    /// `hasHeader` is whether to begin with the names of the columns; `nil` leaves that to the format.
    func writer<Row>(of report: Report<Row>, for screen: Screen, hasHeader: Bool? = nil) -> any ReportWriter<Row> {
        switch self {
        case .text: FramedWriter<Row>(between: report.textSeparator) { $1 += report.text($0, screen).utf8 }
        case .table: TableWriter(table: report.table, hasHeader: hasHeader ?? true, screen: screen, isCut: true)
        case .plain: TableWriter(table: report.plain, hasHeader: hasHeader ?? false, screen: screen, isCut: false)
        case .tsv: LineForm.tsv(isRaw: screen.isRaw).writer(of: report.lines, hasHeader: hasHeader ?? false)
        case .csv:
            LineForm.csv(isForTerminal: screen.isTerminal).writer(of: report.lines, hasHeader: hasHeader ?? true)
        case .json: FramedWriter(json: report, isForTerminal: screen.isTerminal)
        case .ndjson: FramedWriter(json: report, eachOnItsLine: true, isForTerminal: screen.isTerminal)
        // Only birthdays are asked for in a calendar, and not as a report.
        case .yaml, .ics: FramedWriter(yaml: report)
        }
    }
}

struct ReportOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: ReportFormat?

    @OptionGroup
    var fields: FieldOptions

    func validate() throws {
        try fields.validate(isJSON: format.map { $0 == .json || $0 == .ndjson }, format: format?.rawValue)
    }

    /// The format that was asked for, else `standard`, else that of a list.
    func format(for screen: Screen, standard: ReportFormat? = nil) -> ReportFormat {
        format ?? (fields.json ? .json : standard ?? .standard(for: screen))
    }

    func writer<Row>(
        of report: Report<Row>,
        for screen: Screen,
        standard: ReportFormat? = nil
    ) throws(Failure) -> any ReportWriter<Row> {
        guard format != .ics else {
            throw Failure(.usage, "The format ics is for contacts birthdays. Give another one.")
        }
        let report = if let names = fields.names { try report.choosing(names) } else { report }
        return format(for: screen, standard: standard)
            .writer(of: report, for: fields.screen(screen), hasHeader: fields.header)
    }

    /// All of the rows, in the format that was asked for.
    func bytes<Row>(
        of rows: [Row],
        as report: Report<Row>,
        for screen: Screen,
        standard: ReportFormat? = nil
    ) throws(Failure) -> [UInt8] {
        var writer = try writer(of: report, for: screen, standard: standard)
        var chosen = rows
        if let names = fields.names, case .object(let member) = report.shape {
            chosen = []
            for name in names {
                let known = try FieldName.find(name, among: rows.map { member($0).key })
                chosen += rows.filter { member($0).key == known }
            }
        }
        return writer.page(chosen) + writer.end()
    }
}

/// Which parts of a row are printed, the same for every command.
struct FieldOptions: ParsableArguments, Sendable {
    @Flag(help: "Print JSON; --json=<names> prints only these fields.")
    var json = false

    @Option(
        help: ArgumentHelp("Print only these fields, in this order; separate names with commas.", valueName: "names")
    )
    var fields: String?

    @Flag(inversion: .prefixedNo, help: "Begin with the names of the columns; by default only table and csv do.")
    var header: Bool?

    @Flag(help: "In tsv and plain, print control and invisible characters as they are, not escaped.")
    var raw = false

    func screen(_ screen: Screen) -> Screen {
        var screen = screen
        screen.isRaw = raw
        return screen
    }

    /// The names that were asked for; `nil` leaves the fields to the format.
    var names: [String]? {
        fields.map { $0.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init) }
    }

    func validate() throws {
        if names?.isEmpty == true {
            throw ValidationError("The value of --fields is empty. Give names of fields, such as --fields name,id.")
        }
    }

    /// Refuses a format that contradicts --json.
    func validate(isJSON: Bool?, format: String?) throws {
        guard json, isJSON == false, let format else { return }
        throw ValidationError("--json and --format \(format) contradict each other. Give one of them.")
    }
}

/// Rows one after the other, with text around and between them.
struct FramedWriter<Row>: ReportWriter {
    var open = ""
    var between = ""
    var close = ""
    /// The whole output if there are no rows.
    var empty = ""
    private(set) var isBegun = false
    let append: (Row, inout [UInt8]) -> Void

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            bytes += (isBegun ? between : open).utf8
            isBegun = true
            append(row, &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { Array((isBegun ? close : empty).utf8) }
}

/// Values with their labels in front, a line each.
enum LabelledLines {
    private static let indent = 13

    /// Returns the lines, safe for a terminal; values without text are left out.
    ///
    /// Only the values of the labels in `multilines` keep their line breaks; elsewhere one could fake another field.
    static func text(
        _ lines: [(label: String, value: String)],
        multilines: Set<String> = [],
        on screen: Screen
    ) -> String {
        lines.reduce(into: "") { text, line in
            guard !line.value.isEmpty else { return }
            let label = "\(line.label):"
            text += TextStyle.bold.applied(to: label, on: screen)
            text += String(repeating: " ", count: max(1, indent - label.count))
            let parts =
                multilines.contains(line.label)
                ? line.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) : [line.value[...]]
            for (index, part) in parts.enumerated() {
                let value = TerminalText.sanitized(String(part))
                text += index == 0 || part.isEmpty ? "" : String(repeating: " ", count: indent)
                // Text from right to left must not reverse its label.
                text += (screen.isTerminal ? TerminalText.isolated(value) : value) + "\n"
            }
        }
    }
}
