import Repository
import TerminalUI

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
        guard kind == .address else { return }
        text = { value, _ in
            let lines = [value.name] + (value.lines ?? [value.value.value])
            return lines.map { TerminalText.sanitized($0) + "\n" }.joined()
        }
    }
}

enum ContactValueKind: Equatable, Sendable {
    case email
    case phone
    case address

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
        func named(_ value: ContactValue, lines: [String]? = nil) -> NamedValue {
            NamedValue(id: contact.id, name: contact.displayName, value: value, lines: lines, book: contact.book)
        }
        let values: [NamedValue] =
            switch self {
            case .email: contact.emails.map { named($0) }
            case .phone: contact.phones.map { named($0) }
            case .address:
                contact.addresses.map {
                    named(
                        ContactValue(AddressText.line(of: $0.address), types: $0.types, isPreferred: $0.isPreferred),
                        lines: AddressText.block(of: $0.address)
                    )
                }
            }
        let known = values.filter { !$0.value.value.allSatisfy(\.isWhitespace) }
        return known.filter(\.value.isPreferred) + known.filter { !$0.value.isPreferred }
    }
}

/// A value with the contact that has it.
struct NamedValue: Equatable, Sendable {
    var id: ContactID
    var name: String
    var value: ContactValue
    /// The lines of a postal address.
    var lines: [String]?
    /// The name of the book, if several are listed together.
    var book: String?

    var type: String { value.types.joined(separator: ",") }
}

enum AddressText {
    /// The lines of the address as they stand on an envelope, by the rules of the country where they are known.
    static func block(of address: PostalAddress) -> [String] {
        func joined(_ parts: String?..., by separator: String = " ") -> String {
            parts.compactMap { $0.map(line) }.filter { !$0.isEmpty }.joined(separator: separator)
        }
        let (city, state, postcode) = (address.city, address.state, address.postcode)
        let town: [String] =
            switch address.country.flatMap({ PhoneRegion(named: $0)?.code }) ?? "" {
            case "US", "CA", "AU":
                [joined(city, joined(state, postcode), by: address.country.map(isAustralia) == true ? " " : ", ")]
            case "NZ", "TW", "SG": [joined(city, postcode), joined(state)]
            case "GB", "IE": [joined(city), joined(state), joined(postcode)]
            case "IT": [joined(postcode, city, state)]
            case "BR": [joined(city, state, by: " - "), joined(postcode)]
            case "IN": [joined(city, postcode), joined(state)]
            case "RU", "UA": [joined(city), joined(state), joined(postcode)]
            default: [joined(postcode, city), joined(state)]
            }
        let lines = [joined(address.street), joined(address.extended), joined(address.poBox)] + town
        return (lines + [joined(address.country)]).filter { !$0.isEmpty }
    }

    private static func isAustralia(_ country: String) -> Bool { PhoneRegion(named: country)?.code == "AU" }

    /// A part without line breaks.
    private static func line(_ part: String) -> String {
        part.split(whereSeparator: \.isNewline).joined(separator: ", ")
    }

    /// The lines of the address with commas between them: `1 Main St, Box 7, 8000 Zürich, ZH, Switzerland`.
    static func line(of address: PostalAddress) -> String { block(of: address).joined(separator: ", ") }
}
