import Repository

/// A table for people, fitted to the columns of the terminal by what the characters take on it.
///
/// The first page decides how wide each column is; later pages keep to it, so that the table can be printed as it comes.
struct TableFormat: ContactFormat {
    private let columns: Int
    private var layout: TableLayout?

    init(columns: Int) {
        self.columns = columns
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        guard !contacts.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let layout: TableLayout
        if let known = self.layout {
            layout = known
        } else {
            layout = TableLayout(natural: Self.naturalWidths(of: contacts), available: columns)
            self.layout = layout
            Self.appendLine(in: layout, to: &bytes) { $0.title }
        }
        for contact in contacts {
            Self.appendLine(in: layout, to: &bytes) { $0.text(of: contact) }
        }
        return bytes
    }

    mutating func end() -> [UInt8] { [] }

    private static func naturalWidths(of contacts: [Contact]) -> [TableColumn: Int] {
        var widths: [TableColumn: Int] = [:]
        for column in TableColumn.allCases {
            widths[column] = contacts.reduce(column.title.count) { widest, contact in
                max(widest, DisplayWidth.columns(of: column.text(of: contact)))
            }
        }
        return widths
    }

    private static func appendLine(
        in layout: TableLayout,
        to bytes: inout [UInt8],
        text: (TableColumn) -> String
    ) {
        for (column, width) in layout.columns {
            let cell = DisplayWidth.truncated(text(column), to: width)
            bytes += cell.utf8
            // A character of two columns may leave one column of the width unused, never take one more.
            let padding = width - DisplayWidth.columns(of: cell) + TableLayout.gap
            bytes += repeatElement(UInt8(ascii: " "), count: padding)
        }
        while bytes.last == UInt8(ascii: " ") {
            bytes.removeLast()
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
