import ArgumentParser
import Exchange
import TerminalUI

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

    /// The formats of every report; only birthdays can be printed as a calendar.
    static var allValueStrings: [String] { allCases.filter { $0 != .ics }.map(\.rawValue) }

    /// Returns the default format for a list: a table for people, tab-separated lines for programs.
    static func standard(for screen: Screen) -> ReportFormat {
        screen.isTerminal ? .table : .tsv
    }

    /// Returns a writer for this format, whose output goes to `screen`.
    ///
    /// `hasHeader` adds the column names at the start; if `nil`, the format decides.
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
        // Calendars exist only for birthdays, which have their own writer.
        case .yaml, .ics: FramedWriter(yaml: report)
        }
    }
}

struct ReportOptions: ParsableArguments, Sendable {
    @Option(help: .value("format", "The output format."))
    var format: ReportFormat?

    @OptionGroup var fields: FieldOptions

    func validate() throws {
        try fields.validate(isJSON: format.map { $0 == .json || $0 == .ndjson }, format: format?.rawValue)
    }

    /// Returns the requested format, else `standard`, else the default for a list.
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

    /// Returns all rows in the requested format.
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

/// Options that select the printed parts of a row, the same for every command.
struct FieldOptions: ParsableArguments, Sendable {
    @Flag(help: "Print JSON; --json=<names> prints only these fields.")
    var json = false

    @Option(help: .value("names", "Print only these fields, in this order; separate names with commas."))
    var fields: String?

    @Flag(inversion: .prefixedNo, help: "Print a header with the column names; the default for table and csv.")
    var header: Bool?

    @Flag(help: "In tsv and plain, print control and invisible characters as they are, not escaped.")
    var raw = false

    func screen(_ screen: Screen) -> Screen {
        var screen = screen
        screen.isRaw = raw
        return screen
    }

    /// The requested names; `nil` if the format decides.
    var names: [String]? {
        fields.map { $0.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init) }
    }

    func validate() throws {
        if names?.isEmpty == true {
            throw ValidationError("The value of --fields is empty. Give names of fields, such as --fields name,id.")
        }
    }

    /// Rejects a format that contradicts --json.
    func validate(isJSON: Bool?, format: String?) throws {
        guard json, isJSON == false, let format else { return }
        throw ValidationError("--json and --format \(format) contradict each other. Give one of them.")
    }
}

/// Writes rows one after the other, with text around and between them.
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

/// Labeled values, one per line.
enum LabelledLines {
    private static let indent = 13

    /// Returns the lines, safe for a terminal, omitting values without text.
    ///
    /// Only values whose labels are in `multilines` keep their line breaks; elsewhere one could fake another field.
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
                // Right-to-left text must not reverse its label.
                text += (screen.isTerminal ? TerminalText.isolated(value) : value) + "\n"
            }
        }
    }
}

extension FramedWriter {
    /// Writes a JSON document, or one per line (NDJSON): per row, or for all rows that are members of one object.
    ///
    /// A document is an array with an object per line, unless the report's shape differs.
    init(json report: Report<Row>, eachOnItsLine: Bool = false, isForTerminal: Bool) {
        let text = JSONText(isForTerminal: isForTerminal)
        let append = { (row: Row, bytes: inout [UInt8]) in text.append(.object(report.members(of: row)), to: &bytes) }
        switch report.shape {
        case .object(let member):
            let lineBreak = eachOnItsLine ? "" : "\n"
            self.init(open: "{" + lineBreak, between: "," + lineBreak, close: lineBreak + "}\n", empty: "{}\n") {
                text.append(member($0), to: &$1)
            }
        case _ where eachOnItsLine:
            self.init {
                append($0, &$1)
                $1.append(UInt8(ascii: "\n"))
            }
        case .array: self.init(open: "[\n", between: ",\n", close: "\n]\n", empty: "[]\n", append: append)
        case .arrayUnder(let key):
            let open = "{\"\(key)\":["
            self.init(open: open + "\n", between: ",\n", close: "\n]}\n", empty: open + "]}\n", append: append)
        case .single: self.init(close: "\n", append: append)
        }
    }
}

extension JSONText {
    /// Appends an object whose members are lists or objects, with each of their elements on its own line.
    func appendDocument(_ members: [(key: String, value: OutputValue)], to bytes: inout [UInt8]) {
        list(members, Self.braces, to: &bytes) { append($0, eachOnItsLine: true, to: &$1) }
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension FramedWriter {
    /// Writes YAML: a sequence with a mapping per row, unless the report's shape differs.
    init(yaml report: Report<Row>) {
        let text = YAMLText()
        switch report.shape {
        case .array: self.init(empty: "[]\n") { text.appendElement(report.members(of: $0), indent: 0, to: &$1) }
        case .arrayUnder(let key):
            self.init(open: "\(key):\n", empty: "\(key): []\n") {
                text.appendElement(report.members(of: $0), indent: 1, to: &$1)
            }
        case .object(let member): self.init(empty: "{}\n") { text.append([member($0)], to: &$1) }
        case .single: self.init(empty: "{}\n") { text.append(report.members(of: $0), to: &$1) }
        }
    }
}

/// Writes YAML, quoting strings where necessary.
struct YAMLText: Sendable {
    /// Escapes control characters, which YAML doesn't allow in text either.
    private let text = JSONText(isForTerminal: true)

    func appendElement(_ members: [(key: String, value: OutputValue)], indent: Int, to bytes: inout [UInt8]) {
        appendIndent(indent, to: &bytes)
        bytes += "- ".utf8
        append(members, indent: indent + 1, isBegun: true, to: &bytes)
    }

    /// Appends the lines of a mapping; after a dash (`isBegun`), the first line is already indented.
    func append(
        _ members: [(key: String, value: OutputValue)],
        indent: Int = 0,
        isBegun: Bool = false,
        to bytes: inout [UInt8]
    ) {
        for (index, member) in members.enumerated() {
            if index > 0 || !isBegun { appendIndent(indent, to: &bytes) }
            appendKey(member.key, to: &bytes)
            append(member.value, indent: indent, to: &bytes)
        }
    }

    /// Appends the value after a colon, through the end of its last line.
    private func append(_ value: OutputValue, indent: Int, to bytes: inout [UInt8]) {
        switch value {
        case .unknown: bytes += " null\n".utf8
        case .flag(let isSo): bytes += (isSo ? " true\n" : " false\n").utf8
        case .number(let number): bytes += " \(number)\n".utf8
        case .text(let value):
            bytes.append(UInt8(ascii: " "))
            appendScalar(value, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .list(let values) where values.isEmpty: bytes += " []\n".utf8
        case .object(let members) where members.isEmpty: bytes += " {}\n".utf8
        case .list(let values):
            bytes.append(UInt8(ascii: "\n"))
            for value in values {
                appendIndent(indent + 1, to: &bytes)
                bytes += "-".utf8
                if case .object(let members) = value {
                    bytes.append(UInt8(ascii: " "))
                    append(members, indent: indent + 2, isBegun: true, to: &bytes)
                } else {
                    append(value, indent: indent + 1, to: &bytes)
                }
            }
        case .object(let members):
            bytes.append(UInt8(ascii: "\n"))
            append(members, indent: indent + 1, to: &bytes)
        }
    }

    private func appendKey(_ key: String, to bytes: inout [UInt8]) {
        let isPlain =
            key.first?.isLetter == true && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
        if isPlain, !Self.words.contains(key.lowercased()) { bytes += key.utf8 } else { text.append(key, to: &bytes) }
        bytes.append(UInt8(ascii: ":"))
    }

    private func appendIndent(_ indent: Int, to bytes: inout [UInt8]) {
        bytes += repeatElement(UInt8(ascii: " "), count: indent * 2)
    }

    /// Appends letters and single blanks unquoted, unless YAML would parse them as another type; any other text is
    /// quoted as in JSON, which is also valid YAML.
    private func appendScalar(_ value: String, to bytes: inout [UInt8]) {
        let isPlain =
            value.first?.isLetter == true && value.last?.isLetter == true
            && value.allSatisfy { $0.isLetter || $0 == " " }
            && value.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
            && !Self.words.contains(value.lowercased())
        if isPlain { bytes += value.utf8 } else { text.append(value, to: &bytes) }
    }

    /// Words that some parsers read as a Boolean, null or a number.
    private static let words: Set<String> = [
        "y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf", "infinity",
    ]
}
