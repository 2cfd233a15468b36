/// A way to print rows of one kind, one page after the other.
package protocol ReportWriter<Row> {
    associatedtype Row

    /// The bytes of the next rows, in order.
    mutating func page(_ rows: [Row]) -> [UInt8]

    /// The bytes after the last page; called once, also when there was no page.
    mutating func end() -> [UInt8]
}
