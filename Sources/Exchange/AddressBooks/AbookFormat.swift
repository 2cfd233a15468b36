import Primitives
package import Repository
import TerminalUI

/// The address book file of abook.
///
/// Values that have no key in abook are written under keys with the prefix `x_`, which abook ignores.
package struct AbookFormat: ReportWriter {
    private let isForTerminal: Bool
    private var count = 0

    package init(isForTerminal: Bool) {
        self.isForTerminal = isForTerminal
    }

    package mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var text = start()
        for contact in contacts {
            text += "[\(count)]\n"
            count += 1
            for (key, value) in Self.pairs(contact) { text += "\(key)=\(shown(value))\n" }
            for (key, value) in CSVExchangeFormat.columns(of: contact) {
                text += "x_\(key)=\(shown(ExactColumns.encoded(value, keepsBlanks: true)))\n"
            }
            text += "\n"
        }
        return Array(text.utf8)
    }

    package mutating func end() -> [UInt8] { Array(start().utf8) }

    private mutating func start() -> String {
        guard count == 0 else { return "" }
        return "# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n\n\n"
    }

    private func shown(_ value: String) -> String { isForTerminal ? TerminalText.sanitized(value) : value }

    /// Returns the contact's values under abook's keys.
    static func pairs(_ contact: Contact) -> [(key: String, value: String)] {
        let address = contact.address("home") ?? contact.address("work")
        let street = (address?.street ?? "").split(whereSeparator: \.isNewline).map(String.init)
        let second = (street.dropFirst() + [address?.extended, address?.poBox].compactMap { $0 }).joined(
            separator: ", "
        )
        let all: [(String, String?)] = [
            ("name", contact.displayName(withTitle: true)),
            ("email", contact.emails.map(\.value).filter { !$0.contains(",") }.joined(separator: ",")),
            ("address", street.first), ("address2", second), ("city", address?.city), ("state", address?.state),
            ("zip", address?.postcode), ("country", address?.country), ("phone", contact.phone("home")),
            ("workphone", contact.phone("work")), ("fax", contact.phone("fax")), ("mobile", contact.phone("cell")),
            ("nick", contact.nickname), ("url", contact.urls.first), ("notes", contact.note),
            ("anniversary", contact.anniversary),
            ("groups", contact.categories.filter { !$0.contains(",") }.joined(separator: ",")),
        ]
        return all.compactMap { key, value in
            value.map { Contact.line($0).trimmed() }.flatMap { $0.isEmpty ? nil : (key, $0) }
        }
    }
}

/// Reads abook's address book file.
struct AbookReader: BookReader {
    /// The maximum number of keys per contact.
    private static let limit = 1_000

    private var pairs: [(key: String, value: String)] = []
    private var start = 0
    private var isContact = false

    mutating func take(_ line: String, number: Int) -> [ParsedContact] {
        let text = line.trimmed()
        if text.hasPrefix("["), text.hasSuffix("]") {
            let ended = end()
            isContact = text.dropFirst().dropLast().allSatisfy(\.isNumber)
            start = number
            return ended
        }
        guard isContact, !text.hasPrefix("#"), let sign = text.firstIndex(of: "=") else { return [] }
        guard pairs.count < Self.limit else {
            return pairs.count == Self.limit
                ? [.problem(line: number, reason: "the contact has more than \(Self.limit) keys")] : []
        }
        let value = text[text.index(after: sign)...].trimmed()
        if !value.isEmpty { pairs.append((text[..<sign].lowercased(), value)) }
        return []
    }

    mutating func end() -> [ParsedContact] {
        defer { pairs = [] }
        guard isContact, !pairs.isEmpty else { return [] }
        guard let contact = contact(), !contact.isEmpty else {
            return [.problem(line: start, reason: "the entry has no name, address or number")]
        }
        return [.contact(contact)]
    }

    private func contact() -> Contact? {
        let foreign = pairs.filter { !$0.key.hasPrefix("x_") }
        let exact = ExactColumns.contact(
            pairs.filter { $0.key.hasPrefix("x_") }.map {
                (String($0.key.dropFirst(2)), ExactColumns.decoded($0.value))
            }
        )
        if let exact, AbookFormat.pairs(exact).elementsEqual(foreign, by: { $0 == $1 }) { return exact }
        var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
        contact.uid = exact?.uid
        var address = PostalAddress()
        for (key, value) in foreign { Self.take(key, value, &contact, &address) }
        if address != PostalAddress() { contact.addresses = [ContactAddress(address)] }
        return contact
    }

    private static let phones = ["phone": "home", "workphone": "work", "fax": "fax", "mobile": "cell"]
    private static let parts: [String: AddressPart] = [
        "address": .street, "address2": .extended, "city": .city, "state": .state, "zip": .postcode,
        "country": .country,
    ]

    private static func take(_ key: String, _ value: String, _ contact: inout Contact, _ address: inout PostalAddress) {
        if let type = phones[key] { return contact.phones.append(ContactValue(value, types: [type])) }
        if let part = parts[key] {
            address[part] = value
            return
        }
        switch key {
        case "name":
            ContactNaming.split(value, into: &contact.name)
            if value != contact.composedName { contact.name.formatted = value }
        case "email": contact.emails = list(value).map { ContactValue($0) }
        case "nick": contact.nickname = value
        case "url": contact.urls.append(value)
        case "notes": contact.note = value
        case "groups": contact.categories = list(value)
        case "anniversary", "birthday":
            if let date = CSVDateRule().date(DateText(value, before: CSVDateRule().year)) {
                if key == "birthday" { contact.birthday = date } else { contact.anniversary = date }
            } else {
                contact.lines.append(line(key, value))
            }
        default: contact.lines.append(line(key, value))
        }
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmed() }.filter { !$0.isEmpty }
    }

    private static func line(_ key: String, _ value: String) -> String {
        let name = CSVColumn.property(key)
        return ContactLine.text(name.isEmpty ? "X-ABOOK" : name, value)
    }
}
