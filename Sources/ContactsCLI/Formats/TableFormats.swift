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

/// A column of the table of contacts.
enum TableColumn: String, CaseIterable, Sendable {
    case id = "ID"
    case name = "NAME"
    case email = "E-MAIL"
    case phone = "PHONE"
    case birthday = "BIRTHDAY"
    case city = "CITY"
    case country = "COUNTRY"

    /// How the column behaves on a narrow terminal.
    var column: TextTable.Column {
        switch self {
        case .id: TextTable.Column(rawValue, narrowest: 8, style: .faint)
        case .name: TextTable.Column(rawValue, narrowest: 14)
        case .email: TextTable.Column(rawValue, narrowest: 20)
        case .phone: TextTable.Column(rawValue, narrowest: 13, turnToLeave: 4)
        case .birthday: TextTable.Column(rawValue, narrowest: 10, turnToLeave: 3)
        case .city: TextTable.Column(rawValue, narrowest: 7, turnToLeave: 2)
        case .country: TextTable.Column(rawValue, narrowest: 7, turnToLeave: 1)
        }
    }

    /// The contact's text in this column.
    func text(of contact: Contact) -> String {
        switch self {
        case .id: String(contact.id.rawValue.prefix(8))
        case .name: ContactDetails.fullName(of: contact, withTitle: false)
        case .email: contact.email ?? ""
        case .phone: contact.phone ?? contact.cell ?? ""
        case .birthday: contact.birthday ?? ""
        case .city: contact.address.city ?? ""
        case .country: contact.address.country ?? ""
        }
    }
}
