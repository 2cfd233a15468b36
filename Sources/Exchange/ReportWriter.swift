/// Writes rows of one kind, page by page.
package protocol ReportWriter<Row> {
    associatedtype Row

    /// Returns the bytes of the next rows, in order.
    mutating func page(_ rows: [Row]) -> [UInt8]

    /// Returns the bytes after the last page; called once, even without a page.
    mutating func end() -> [UInt8]
}

extension ReportWriter {
    /// Most formats end with their last row.
    package mutating func end() -> [UInt8] { [] }
}
