import Exchange

/// Rows as a table for people.
struct TableWriter<Row>: ReportWriter {
    private let cells: @Sendable (Row) -> [[String]]
    private var table: TextTable

    /// A table fitted to the screen.
    init(_ table: Report<Row>.Table, screen: Screen, hasHeader: Bool) {
        cells = table.cells
        self.table = TextTable(columns: table.columns, available: screen.columns, hasHeader: hasHeader, on: screen)
    }

    /// A table that is as wide as its values, for reading and for other programs.
    init(plain table: Report<Row>.Table, screen: Screen, hasHeader: Bool) {
        cells = table.cells
        self.table = TextTable(columns: table.columns, available: nil, hasHeader: hasHeader, on: screen)
    }

    mutating func page(_ rows: [Row]) -> [UInt8] { table.page(rows.flatMap(cells)) }

    mutating func end() -> [UInt8] { [] }
}
