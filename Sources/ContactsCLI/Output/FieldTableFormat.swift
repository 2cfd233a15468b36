import Repository

/// The fields that were asked for as a table, a contact a line.
struct FieldTableFormat: ContactFormat {
    private let fields: [OutputField]
    private var table: TextTable

    /// A table fitted to the screen.
    init(_ fields: [OutputField], screen: Screen, hasHeader: Bool) {
        self.fields = fields
        table = TextTable(columns: Self.columns(fields), screen: screen, hasHeader: hasHeader)
    }

    /// A table that is as wide as it becomes, for reading and for other programs.
    init(plain fields: [OutputField], hasHeader: Bool, screen: Screen) {
        self.fields = fields
        table = TextTable(
            columns: Self.columns(fields),
            available: nil,
            hasHeader: hasHeader,
            on: screen
        )
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        table.page(contacts.map { contact in fields.map { $0.text(of: contact) } })
    }

    mutating func end() -> [UInt8] { [] }

    private static func columns(_ fields: [OutputField]) -> [TextTable.Column] {
        // Who asks for columns wants all of them.
        fields.map {
            TextTable.Column($0.rawValue.uppercased(), narrowest: $0 == .id ? 8 : 6, style: $0 == .id ? .faint : nil)
        }
    }
}
