import Repository

extension Report where Row == NamedValue {
    /// Values of one kind, with the contacts that they belong to.
    init(_ kind: ContactValueKind) {
        self.init(
            [
                Column("id") { .text($0.id.rawValue) }, Column("name") { .text($0.name) },
                Column("value") { .text($0.value.value) },
                Column("types", separator: ",") { OutputValue($0.value.types) },
                Column("preferred") { .flag($0.value.isPreferred) },
            ],
            lines: ["value", "name", "types"],
            table: Table([
                TableColumn(kind.title, narrowest: 20) { $0.value.value },
                TableColumn("NAME", narrowest: 14) { $0.name },
                TableColumn("TYPE", narrowest: 4, dropPriority: 1) { $0.type },
            ])
        )
    }
}

/// A kind of values that a contact can have several of.
enum ContactValueKind: Equatable, Sendable {
    case email
    case phone
    case address

    /// The title of a column with such values.
    var title: String {
        switch self {
        case .email: "E-MAIL"
        case .phone: "PHONE"
        case .address: "ADDRESS"
        }
    }

    /// One of the values, in a sentence.
    var article: String {
        switch self {
        case .email: "an e-mail address"
        case .phone: "a telephone number"
        case .address: "a postal address"
        }
    }

    /// All values of the contact, the preferred one first.
    func values(of contact: Contact) -> [NamedValue] {
        let values =
            switch self {
            case .email: contact.emails
            case .phone: contact.phones
            case .address:
                contact.addresses.map {
                    ContactValue(AddressText.line(of: $0.address), types: $0.types, isPreferred: $0.isPreferred)
                }
            }
        let known = values.filter { !$0.value.allSatisfy(\.isWhitespace) }
        return (known.filter(\.isPreferred) + known.filter { !$0.isPreferred }).map {
            NamedValue(id: contact.id, name: contact.displayName, value: $0, book: contact.book)
        }
    }
}

/// A value with the contact that has it.
struct NamedValue: Equatable, Sendable {
    /// The contact.
    var id: ContactID
    /// The name of that contact.
    var name: String
    /// The value with its types.
    var value: ContactValue
    /// The name of the book, if several are listed together.
    var book: String?

    /// The types of the value.
    var type: String { value.types.joined(separator: ",") }
}

/// Writes postal addresses on one line.
enum AddressText {
    /// The known parts of the address, separated by commas: `Box 7, 1 Main St, 8000 Zürich, ZH, Switzerland`.
    static func line(of address: PostalAddress) -> String {
        let town = [address.postcode, address.city].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        return [address.poBox, address.extended, address.street, town, address.state, address.country]
            .compactMap { $0 }
            .filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
