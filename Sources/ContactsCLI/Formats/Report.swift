import Exchange
import Primitives
import TerminalUI

/// A description of how rows of one kind are printed in every format.
///
/// Programs read columns by their keys; people read a table or one text per row. The rows themselves are handed to a
/// ``ReportWriter``, page by page, so that memory stays flat however many there are.
struct Report<Row>: Sendable {
    struct Column: Sendable {
        /// The key in JSON and YAML, and the name in the headers of CSV and TSV.
        let key: String
        /// The value, with its type, for JSON and YAML.
        let value: @Sendable (Row) -> OutputValue
        /// The same as one text, for lines and tables; empty when the value is unknown.
        let text: @Sendable (Row) -> String
    }

    /// A column of the table that people see.
    struct TableColumn: Sendable {
        /// The title, and how the column behaves on a narrow terminal.
        let layout: TextColumn
        let text: @Sendable (Row) -> String

        init(
            _ title: String,
            narrowest: Int,
            dropPriority: Int? = nil,
            style: TextStyle? = nil,
            cutAfter: Int? = nil,
            text: @escaping @Sendable (Row) -> String
        ) {
            layout = TextColumn(
                title: title,
                narrowest: narrowest,
                dropPriority: dropPriority,
                style: style,
                cutAfter: cutAfter
            )
            self.text = text
        }
    }

    /// Rows in columns, for TSV and CSV or for people.
    struct Table: Sendable {
        let columns: [TextColumn]
        /// The lines of a row; a `nil` cell is left out of TSV that has no header.
        let cells: @Sendable (Row) -> [[String?]]

        var names: [String] { columns.map(\.title) }
    }

    /// The shape of the rows in JSON and YAML.
    enum Shape: Sendable {
        case array
        /// An object with one key, under which is the array.
        case arrayUnder(String)
        /// One object with a member for each row.
        case object(@Sendable (Row) -> (key: String, value: OutputValue))
        /// The object of the only row.
        case single
    }

    /// The members of a row's object in JSON and YAML, in their order.
    var columns: [Column]
    /// The lines of TSV and CSV.
    var lines: Table
    var table: Table
    /// The table that nothing is cut off.
    var plain: Table
    /// A row as text for people, each line with its line break.
    var text: @Sendable (Row, Screen) -> String
    var textSeparator = "\n"
    var shape = Shape.array
    /// The book of a row, which every choice of columns keeps at the end.
    private var book: (@Sendable (Row) -> String?)?

    /// A report of all columns; what is not given follows from them.
    init(
        _ columns: [Column],
        lines: [String]? = nil,
        table: Table? = nil,
        text: (@Sendable (Row, Screen) -> String)? = nil
    ) {
        let inLines = lines.map { keys in keys.compactMap { key in columns.first { $0.key == key } } } ?? columns
        self.init(columns, lines: Table(inLines), table: table, text: text)
    }

    /// A report whose lines are not simply columns.
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

    /// The members of a row's object.
    func members(of row: Row) -> [(key: String, value: OutputValue)] { columns.map { ($0.key, $0.value(row)) } }

    /// The report with these columns only, in this order; of the members of one object, rows are chosen instead.
    func choosing(_ names: [String]) throws(Failure) -> Report {
        if case .object = shape { return self }
        var chosen: [Column] = []
        for name in names {
            let key = try FieldName.find(name, among: columns.map(\.key))
            chosen += columns.filter { $0.key == key }.prefix(1)
        }
        guard let book else { return Report(chosen) }
        return Report(chosen.filter { $0.key != Self.bookKey }).namingBook(true, book)
    }
}

extension Report {
    private static var bookKey: String { "book" }

    /// The report in which each row says its book at the end, where rows of several books are printed together.
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
    /// A column whose text follows from its value; a list has `separator` between its elements.
    init(_ key: String, separator: String = "; ", _ value: @escaping @Sendable (Row) -> OutputValue) {
        self.init(key: key, value: value) { value($0).line(separator: separator) }
    }
}

extension Report.Table {
    init(_ columns: [Report.TableColumn]) {
        self.init(columns: columns.map(\.layout)) { row in [columns.map { $0.text(row) }] }
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

/// The names of fields as they are typed.
enum FieldName {
    /// The name without regard to case, `-` and `_`.
    static func key(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// The known name that was typed.
    static func find(_ name: String, among names: [String]) throws(Failure) -> String {
        if let known = names.first(where: { key($0) == key(name) }) { return known }
        let hint = NearestName.find(key(name), in: names)
        throw Failure(.usage, unknown(name, hint: hint, names: names))
    }

    static func unknown(_ name: String, hint: String?, names: [String]) -> String {
        "There is no field “\(name)”. " + (hint.map { "Did you mean “\($0)”?" } ?? list(names))
    }

    static func list(_ names: [String]) -> String { "The fields are \(names.joined(separator: ", "))." }
}

extension OutputValue {
    /// The value as one text, with `separator` between the elements of a list; empty when it is unknown.
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

    /// A text, or nothing when it is empty.
    init(unlessEmpty text: String) {
        self = text.isEmpty ? .unknown : .text(text)
    }
}

/// A number, text or list of counts with a name for people and one for programs.
struct Fact: Sendable {
    let key: String
    let label: String
    let value: OutputValue

    init(_ key: String, _ label: String, _ value: OutputValue) {
        self.key = key
        self.label = label
        self.value = value
    }

    /// Counts by name, the largest first.
    init(_ key: String, _ label: String, _ counts: [String: Int]) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        self.init(key, label, .object(sorted.map { ($0.key, .number($0.value)) }))
    }
}

extension Report where Row == Fact {
    /// A report of facts: one object in JSON and YAML, lines of `key` and `value`.
    ///
    /// Counts of several names have a line each, with the name between key and value. A header and CSV need the same
    /// columns in all lines, so that the name is empty there for other facts.
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
    /// The lines of the fact; the name is only there for the counts of several names.
    fileprivate func cells(hasNames: Bool) -> [[String?]] {
        switch value {
        case .object(let counts): counts.map { [key, $0.key, $0.value.line(separator: ",")] }
        // Not “yes” as in lists: lines of facts have always had the words of JSON.
        case .flag(let flag): [[key] + (hasNames ? [nil] : []) + [String(flag)]]
        default: [[key] + (hasNames ? [nil] : []) + [value.line(separator: ",")]]
        }
    }

    /// The label and the value, which begins in the column `width`; counts of names follow, a line each.
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
