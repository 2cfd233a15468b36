import Exchange
import TerminalUI

struct TextColumn: Equatable, Sendable {
    /// The column's name; a table for people shows it in capital letters.
    var title: String
    /// The minimum width before columns are dropped.
    var narrowest: Int
    /// The drop order on narrow terminals; 1 is dropped first, `nil` never.
    var dropPriority: Int?
    var style: TextStyle?
    /// Columns up to this drop priority are dropped before this one truncates texts no longer than ``longestWhole``.
    var cutAfter: Int?

    /// The maximum width that ``cutAfter`` protects, so that a single long text doesn't drop every other column.
    static let longestWhole = 40
}

/// Writes rows as a table for people, with a title above each column, fitted to the width of the terminal.
///
/// The first page determines the column widths; later pages keep them, so that the table can be streamed.
struct TableWriter<Row>: ReportWriter {
    let table: Report<Row>.Table
    let hasHeader: Bool
    let screen: Screen
    /// Whether lines are truncated to fit the screen.
    let isCut: Bool
    private(set) var layout: TableLayout?
    /// Whether terminal control characters are left in.
    private var isRaw: Bool { screen.isRaw && !isCut }

    mutating func page(_ rows: [Row]) -> [UInt8] {
        let shown = isRaw ? TerminalText.onOneLine : TerminalText.sanitized
        let rows = rows.flatMap(table.cells).map { $0.map { shown($0 ?? "") } }
        guard !rows.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let layout: TableLayout
        if let known = self.layout {
            layout = known
        } else {
            let available = isCut ? screen.columns : nil
            layout = TableLayout(table.columns, natural: naturalWidths(of: rows), available: available)
            self.layout = layout
            if hasHeader { append(titles, in: layout, style: .bold, to: &bytes) }
        }
        for row in rows { append(row, in: layout, to: &bytes) }
        return bytes
    }

    private var titles: [String] { table.names.map { $0.uppercased() } }

    private func naturalWidths(of rows: [[String]]) -> [Int] {
        let lines = hasHeader ? [titles] + rows : rows
        return table.columns.indices.map { column in lines.map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0 }
    }

    private func append(_ row: [String], in layout: TableLayout, style: TextStyle? = nil, to bytes: inout [UInt8]) {
        for (column, width) in layout.columns {
            let cell = isCut ? DisplayWidth.truncated(row[column], to: width) : row[column]
            // Right-to-left text would reorder its neighbors.
            let shown = screen.isTerminal ? TerminalText.isolated(cell) : cell
            bytes += ((style ?? table.columns[column].style)?.applied(to: shown, on: screen) ?? shown).utf8
            // A wide character may leave one column unused.
            let padding = max(0, width - DisplayWidth.columns(of: cell)) + TableLayout.gap
            bytes += repeatElement(UInt8(ascii: " "), count: padding)
        }
        while bytes.last == UInt8(ascii: " ") {
            bytes.removeLast()
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// The columns of a table and their widths, chosen so that a line fits the terminal.
struct TableLayout: Sendable {
    static let gap = 2

    /// The columns from left to right, as indices into all columns, with their widths.
    private(set) var columns: [(index: Int, width: Int)]

    private let all: [TextColumn]

    /// Fits columns of `natural` widths into `available` terminal columns; `nil` keeps the natural widths.
    ///
    /// First, columns are dropped by priority until the minimum widths of the rest fit, with texts that should stay
    /// whole. Then the widest columns are narrowed; if the terminal is still too narrow, even below their minimum.
    init(_ all: [TextColumn], natural: [Int], available: Int?) {
        self.all = all
        columns = all.indices.map { ($0, min(natural[$0], available ?? .max)) }
        guard let available else { return }
        let leaving = all.indices.filter { all[$0].dropPriority != nil }
            .sorted { all[$0].dropPriority ?? 0 < all[$1].dropPriority ?? 0 }
        for index in leaving where smallestTotal(beforeDropping: all[index].dropPriority ?? 0) > available {
            columns.removeAll { $0.index == index }
        }
        shrink(to: available) { all[$0].narrowest }
        shrink(to: available) { _ in 1 }
    }

    private var gaps: Int { Self.gap * (columns.count - 1) }
    private var total: Int { columns.reduce(gaps) { $0 + $1.width } }

    /// Returns the minimum acceptable width of the table while a column with this priority could still be dropped.
    private func smallestTotal(beforeDropping priority: Int) -> Int {
        columns.reduce(gaps) { total, column in
            let isWhole = all[column.index].cutAfter.map { priority <= $0 } ?? false
            let least = max(all[column.index].narrowest, isWhole ? TextColumn.longestWhole : 0)
            return total + min(column.width, least)
        }
    }

    private mutating func shrink(to available: Int, narrowest: (Int) -> Int) {
        while total > available {
            let shrinkable = columns.indices.filter { columns[$0].width > narrowest(columns[$0].index) }
            guard let widest = shrinkable.max(by: { columns[$0].width < columns[$1].width }) else { return }
            columns[widest].width -= 1
        }
    }
}

enum AgeText {
    /// Returns the age in whole units, rounded down: `5 s`, `12 min`, `2 h`, `3 days`.
    static func text(of age: Duration) -> String {
        let seconds = max(0, age.components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}

enum CountText {
    static func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
