import ArgumentParser
import Repository

/// Writes values with the names of their contacts, page by page.
struct ValueWriter {
    /// The number of values written.
    private(set) var count = 0

    private let format: ValueFormat
    private let isForMutt: Bool
    private let screen: Screen
    private var table: TextTable

    /// Creates a writer; without a format a terminal gets a table and anything else tsv.
    init(format: ValueFormat?, isForMutt: Bool, kind: ContactValueKind, screen: Screen) {
        self.format = format ?? (screen.isTerminal && !isForMutt ? .table : .tsv)
        self.isForMutt = isForMutt
        self.screen = screen
        table = TextTable(
            columns: [
                TextTable.Column(kind.title, narrowest: 20),
                TextTable.Column("NAME", narrowest: 14),
                TextTable.Column("TYPE", narrowest: 4, turnToLeave: 1),
            ],
            screen: screen
        )
    }

    /// The bytes of the next values, in order.
    mutating func page(_ values: [NamedValue]) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        defer { count += values.count }
        switch format {
        case .table: return table.page(values.map { [$0.value.value, $0.name, $0.type] })
        case .tsv: return lines(values)
        case .json: return objects(values)
        }
    }

    /// The bytes after the last page.
    func end() -> [UInt8] {
        switch format {
        case .table: []
        // Mutt shows this line when there are no results.
        case .tsv: isForMutt && count == 0 ? Array("No matches\n".utf8) : []
        case .json: Array((count == 0 ? "[]\n" : "\n]\n").utf8)
        }
    }

    private func lines(_ values: [NamedValue]) -> [UInt8] {
        let text = TSVText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        if isForMutt, count == 0 { bytes += "Contacts\n".utf8 }
        for value in values {
            text.append([value.value.value, value.name, value.type], to: &bytes)
        }
        return bytes
    }

    private func objects(_ values: [NamedValue]) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for (index, value) in values.enumerated() {
            bytes += index == 0 && count == 0 ? "[\n".utf8 : ",\n".utf8
            bytes += "{\"id\":".utf8
            text.append(value.id.rawValue, to: &bytes)
            bytes += ",\"name\":".utf8
            text.append(value.name, to: &bytes)
            bytes += ",\"value\":".utf8
            text.append(value.value.value, to: &bytes)
            bytes += ",\"types\":[".utf8
            for (index, type) in value.value.types.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                text.append(type, to: &bytes)
            }
            bytes += "],\"preferred\":\(value.value.isPreferred)}".utf8
        }
        return bytes
    }
}

/// The output formats for values of one kind.
enum ValueFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case tsv
    case json
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
            NamedValue(id: contact.id, name: ContactDetails.fullName(of: contact, withTitle: false), value: $0)
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
