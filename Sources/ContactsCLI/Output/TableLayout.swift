/// Which columns a table has and how wide each is, so that a line fits the terminal.
struct TableLayout: Equatable, Sendable {
    /// The blanks between two columns.
    static let gap = 2

    /// The columns from left to right with their widths.
    private(set) var columns: [(column: TableColumn, width: Int)]

    /// Fits columns that would like to be `natural` columns wide into `available` of them.
    ///
    /// The widest are narrowed first, and when all are as narrow as they may be, the least important are left out. On a
    /// terminal that is still too narrow, what is left shares the columns there are.
    init(natural: [TableColumn: Int], available: Int) {
        columns = TableColumn.allCases.map { ($0, min(natural[$0] ?? 0, available)) }
        for leftOut in TableColumn.expendable where smallestTotal > available {
            columns.removeAll { $0.column == leftOut }
        }
        shrink(to: available) { $0.narrowest }
        shrink(to: available) { _ in 1 }
    }

    static func == (left: TableLayout, right: TableLayout) -> Bool {
        left.columns.elementsEqual(right.columns) { $0 == $1 }
    }

    private var gaps: Int { Self.gap * (columns.count - 1) }
    private var total: Int { columns.reduce(gaps) { $0 + $1.width } }
    private var smallestTotal: Int { columns.reduce(gaps) { $0 + min($1.width, $1.column.narrowest) } }

    private mutating func shrink(to available: Int, narrowest: (TableColumn) -> Int) {
        while total > available {
            let shrinkable = columns.indices.filter { columns[$0].width > narrowest(columns[$0].column) }
            guard let widest = shrinkable.max(by: { columns[$0].width < columns[$1].width }) else { return }
            columns[widest].width -= 1
        }
    }
}
