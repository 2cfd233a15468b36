import Exchange
import Primitives
import TerminalUI

/// Describes how rows of one kind are printed in every format.
///
/// Programs read columns by key; people read a table or a text per row. The rows themselves are passed to a
/// ``ReportWriter`` page by page, so that memory use doesn't depend on their number.
struct Report<Row>: Sendable {
    struct Column: Sendable {
        /// The key in JSON and YAML, and the name in the headers of CSV and TSV.
        let key: String
        /// Other names under which users can choose it.
        var aliases: [String] = []
        /// The typed value for JSON and YAML.
        let value: @Sendable (Row) -> OutputValue
        /// The value as a string for lines and tables; empty if it is unknown.
        let text: @Sendable (Row) -> String
    }

    /// Rows in columns, for TSV and CSV or for people.
    struct Table: Sendable {
        let columns: [TextColumn]
        /// The lines for a row; a `nil` cell is omitted from TSV without a header.
        let cells: @Sendable (Row) -> [[String?]]

        var names: [String] { columns.map(\.title) }
    }

    /// The structure of the rows in JSON and YAML.
    enum Shape: Sendable {
        case array
        /// An object whose only key holds the array.
        case arrayUnder(String)
        /// One object with a member per row.
        case object(@Sendable (Row) -> (key: String, value: OutputValue))
        /// The object for the only row.
        case single
    }

    /// The members of a row's object in JSON and YAML, in order.
    var columns: [Column]
    /// The lines of TSV and CSV.
    var lines: Table
    var table: Table
    /// The table without truncation.
    var plain: Table
    /// A row as text for people, each line with its line break.
    var text: @Sendable (Row, Screen) -> String
    var textSeparator = "\n"
    var shape = Shape.array
    /// The book of a row; every selection of columns keeps it at the end.
    private var book: (@Sendable (Row) -> String?)?

    /// Creates a report with all columns; omitted arguments are derived from them.
    init(
        _ columns: [Column],
        lines: [String]? = nil,
        table: Table? = nil,
        text: (@Sendable (Row, Screen) -> String)? = nil
    ) {
        let inLines = lines.map { keys in keys.compactMap { key in columns.first { $0.key == key } } } ?? columns
        self.init(columns, lines: Table(inLines), table: table, text: text)
    }

    /// Creates a report whose lines don't match the columns.
    init(
        _ columns: [Column],
        lines: Table,
        table: Table? = nil,
        text: (@Sendable (Row, Screen) -> String)? = nil
    ) {
        self.columns = columns
        self.lines = lines
        self.table = table ?? lines
        plain = lines
        self.text = text ?? { row, screen in LabelledLines.text(columns.map { ($0.key, $0.text(row)) }, on: screen) }
    }

    func members(of row: Row) -> [(key: String, value: OutputValue)] { columns.map { ($0.key, $0.value(row)) } }

    /// Returns the report with only these columns, in this order; for members of one object, rows are selected instead.
    func choosing(_ names: [String]) throws(Failure) -> Report {
        if case .object = shape { return self }
        let aliases = columns.flatMap { column in column.aliases.map { ($0, column.key) } }
        var chosen: [Column] = []
        for name in names {
            let key = try FieldName.find(name, among: columns.map(\.key), aliases: aliases)
            chosen += columns.filter { $0.key == key }.prefix(1)
        }
        guard let book else { return Report(chosen) }
        return Report(chosen.filter { $0.key != Self.bookKey }).namingBook(true, book)
    }
}

extension Report {
    private static var bookKey: String { "book" }

    /// Returns the report with each row's book at the end, for printing rows of several books together.
    func namingBook(_ isNamed: Bool, _ book: @escaping @Sendable (Row) -> String?) -> Report {
        guard isNamed else { return self }
        var report = self
        report.book = book
        report.columns.append(Column(Self.bookKey) { OutputValue(book($0)) })
        report.lines = lines.adding(Self.bookKey, book)
        report.table = table.adding(Self.bookKey, book)
        report.plain = plain.adding(Self.bookKey, book)
        report.text = { [text] row, screen in
            text(row, screen) + LabelledLines.text([("Book", book(row) ?? "")], on: screen)
        }
        return report
    }
}

extension Report.Column {
    /// Creates a column whose text is derived from its value; `separator` goes between list elements.
    init(_ key: String, separator: String = "; ", _ value: @escaping @Sendable (Row) -> OutputValue) {
        self.init(key: key, value: value) { value($0).line(separator: separator) }
    }
}

extension Report.Table {
    /// Creates a table for people from its columns and their texts.
    init(_ columns: KeyValuePairs<TextColumn, @Sendable (Row) -> String>) {
        self.init(columns: columns.map(\.key)) { row in [columns.map { $0.value(row) }] }
    }

    init(_ columns: [Report.Column]) {
        self.init(names: columns.map(\.key)) { row in [columns.map { $0.text(row) }] }
    }

    init(names: [String], cells: @escaping @Sendable (Row) -> [[String?]]) {
        let columns = names.map { name in
            let isID = name == "id"
            return TextColumn(title: name, narrowest: isID ? 8 : 6, style: isID ? .faint : nil)
        }
        self.init(columns: columns, cells: cells)
    }

    fileprivate func adding(_ name: String, _ text: @escaping @Sendable (Row) -> String?) -> Self {
        Self(columns: columns + [TextColumn(title: name, narrowest: 4)]) { [cells] row in
            cells(row).map { $0 + [text(row) ?? ""] }
        }
    }
}

/// Field names as users type them.
enum FieldName {
    /// Returns the name normalized for comparison, ignoring case, `-` and `_`.
    static func key(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// Returns the known name that matches the typed one, which may be an alias.
    static func find(
        _ name: String,
        among names: [String],
        aliases: [(alias: String, name: String)] = []
    ) throws(Failure) -> String {
        let all = names.map { ($0, $0) } + aliases.map { (key($0.alias), $0.name) }.sorted { $0.0 < $1.0 }
        func known(_ name: String) -> String? { all.first { key($0.0) == key(name) }?.1 }
        if let known = known(name) { return known }
        let hint = NearestName.find(key(name), in: all.map(\.0)).flatMap(known)
        let advice = hint.map { "Did you mean “\($0)”?" } ?? "The fields are \(names.joined(separator: ", "))."
        throw Failure(.usage, "There is no field “\(name)”. \(advice)")
    }
}

extension OutputValue {
    /// Returns the value as a string, with `separator` between list elements; empty if it is unknown.
    func line(separator: String) -> String {
        switch self {
        case .unknown, .object: ""
        case .text(let text): text
        case .flag(let isSo): isSo ? "yes" : "no"
        case .number(let number): String(number)
        case .list(let values): values.map { $0.line(separator: separator) }.joined(separator: separator)
        }
    }

    init(_ number: Int?) {
        self = number.map(OutputValue.number) ?? .unknown
    }

    /// Creates a text, or an unknown value if the text is empty.
    init(unlessEmpty text: String) {
        self = text.isEmpty ? .unknown : .text(text)
    }
}

/// A number, a text or a list of counts, with a label for people and a key for programs.
struct Fact: Sendable {
    let key: String
    let label: String
    let value: OutputValue

    init(_ key: String, _ label: String, _ value: OutputValue) {
        self.key = key
        self.label = label
        self.value = value
    }

    /// Creates counts by name, sorted in descending order.
    init(_ key: String, _ label: String, _ counts: [String: Int]) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        self.init(key, label, .object(sorted.map { ($0.key, .number($0.value)) }))
    }
}

extension Report where Row == Fact {
    /// Creates a report of facts: one object in JSON and YAML, lines of `key` and `value`.
    ///
    /// Each count of a fact with several names gets a line, with the name between key and value. With a header and in
    /// CSV all lines need the same columns, so other facts have an empty name there.
    init(facts: [Fact]) {
        let width = facts.reduce(0) { max($0, DisplayWidth.columns(of: $1.label)) } + 3
        let hasNames = facts.contains { if case .object = $0.value { true } else { false } }
        self.init(
            [Column("key") { .text($0.key) }, Column("value") { $0.value }],
            lines: Table(names: hasNames ? ["key", "name", "value"] : ["key", "value"]) {
                $0.cells(hasNames: hasNames)
            },
            text: { fact, _ in fact.text(width: width) }
        )
        textSeparator = ""
        shape = .object { ($0.key, $0.value) }
    }
}

extension Fact {
    /// Returns the fact's lines; only counts by name fill the name column.
    fileprivate func cells(hasNames: Bool) -> [[String?]] {
        switch value {
        case .object(let counts): counts.map { [key, $0.key, $0.value.line(separator: ",")] }
        // Not “yes” as in lists: lines of facts have always used JSON's words.
        case .flag(let flag): [[key] + (hasNames ? [nil] : []) + [String(flag)]]
        default: [[key] + (hasNames ? [nil] : []) + [value.line(separator: ",")]]
        }
    }

    /// Returns the label and the value, aligned to column `width`; counts by name follow on separate lines.
    fileprivate func text(width: Int) -> String {
        let shown =
            switch value {
            case .object(let counts): counts.isEmpty ? "none" : String(counts.count)
            case .unknown: "unknown"
            default: TerminalText.sanitized(value.line(separator: ", "))
            }
        let padding = String(repeating: " ", count: max(1, width - 1 - DisplayWidth.columns(of: label)))
        let first = "\(label):\(padding)\(shown)\n"
        guard case .object(let counts) = value else { return first }
        return counts.reduce(into: first) { text, count in
            text += "  \(TerminalText.sanitized(count.key)): \(count.value.line(separator: ","))\n"
        }
    }
}
