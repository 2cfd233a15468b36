import Repository

/// The contacts as a table for people.
struct TableFormat: ContactFormat {
    private var table: TextTable

    init(screen: Screen, hasHeader: Bool = true) {
        table = TextTable(columns: TableColumn.allCases.map(\.column), screen: screen, hasHeader: hasHeader)
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        table.page(contacts.map { contact in TableColumn.allCases.map { $0.text(of: contact) } })
    }

    mutating func end() -> [UInt8] { [] }
}
