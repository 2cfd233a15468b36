import Repository
import TerminalUI

/// All values of one contact as lines with labels, for people.
enum ContactDetails {
    /// The column where values begin.
    private static let indent = 13
    private static let noteLabel = "Note"

    /// The lines, safe for a terminal, each with its line break; only of the given fields, if there are any.
    static func text(of contact: Contact, fields: [OutputField]? = nil, on screen: Screen) -> String {
        let lines = fields.map { fields in fields.map { ($0.rawValue, $0.text(of: contact)) } } ?? lines(of: contact)
        return lines.reduce(into: "") { text, line in
            guard !line.value.isEmpty else { return }
            let label = "\(line.label):"
            text +=
                TextStyle.bold.applied(to: label, on: screen)
                + String(repeating: " ", count: max(1, indent - label.count))
            // Only a note may have several lines; elsewhere a line break could fake another field.
            let parts = line.label == noteLabel ? line.value.split(whereSeparator: \.isNewline) : [line.value[...]]
            text +=
                parts.map { shown(String($0), on: screen) }.joined(
                    separator: "\n" + String(repeating: " ", count: indent)
                ) + "\n"
        }
    }

    /// The text, safe for a terminal; text from right to left does not reverse its label.
    private static func shown(_ text: String, on screen: Screen) -> String {
        let harmless = TerminalText.sanitized(text)
        return screen.isTerminal ? TerminalText.isolated(harmless) : harmless
    }

    /// The values with their labels, empty ones too.
    static func lines(of contact: Contact) -> [(label: String, value: String)] {
        let name = contact.displayName(withTitle: true)
        var lines: [(label: String, value: String?)] = [
            ("ID", contact.id.rawValue), ("Name", name), ("Nickname", contact.nickname), ("Gender", contact.gender),
        ]
        lines += contact.emails.map { ("E-mail", labelled($0, without: [])) }
        lines += contact.phones.filter { !$0.types.contains("cell") }.map { ("Phone", labelled($0, without: ["home"])) }
        lines += contact.phones.filter { $0.types.contains("cell") }.map { ("Cell", labelled($0, without: ["cell"])) }
        lines += [("Birthday", contact.birthday), ("Anniversary", contact.anniversary)]
        lines += contact.addresses.flatMap(Self.lines)
        lines += [
            ("Nationality", contact.nationality),
            ("Company", ([contact.organization].compactMap { $0 } + contact.organizationUnits).joined(separator: ", ")),
            ("Position", contact.jobTitle), ("Role", contact.role),
        ]
        lines += others.flatMap { field -> [(String, String?)] in
            switch field.value {
            case .values(let values): values.get(contact).map { (field.label, labelled($0, without: [])) }
            case .texts(let texts): texts.get(contact).map { (field.label, $0) }
            default: [(field.label, field.text(of: contact))]
            }
        }
        let labels = contact.urlLabels
        lines += contact.urls.map {
            ("Web", labelled(ContactValue($0, types: [labels[$0]].compactMap(\.self)), without: []))
        }
        lines += [
            ("Groups", contact.categories.joined(separator: ", ")), ("Favorite", contact.isFavorite ? "yes" : nil),
            (noteLabel, contact.note), ("UID", contact.uid),
            ("Picture", contact.picture.large ?? contact.picture.medium ?? contact.picture.thumbnail),
            ("Photo", OutputField.photo.text(of: contact)), ("Registered", contact.registered),
            ("Edited", contact.isEdited ? "yes" : nil),
        ]
        return lines.map { ($0.label, $0.value ?? "") }
    }

    /// The fields that have no lines of their own above.
    private static let others: [ContactField] = {
        let own: Set<ContactField> = [
            .title, .first, .middle, .last, .suffix, .formatted, .nickname, .gender, .birthday, .anniversary,
            .organization, .units, .jobTitle, .role, .note, .emails, .phones, .categories, .field("urls"),
        ]
        return ContactField.editable.filter { field in
            switch field.value {
            case .text, .texts, .values: !own.contains(field)
            case .flag, .addresses, .photo, .name, .address, .picture: false
            }
        }
    }()

    private static func lines(of address: ContactAddress) -> [(label: String, value: String?)] {
        let parts = address.address
        return [
            ("Address", address.types.isEmpty ? nil : address.types.joined(separator: ", ")),
            ("P.O. box", parts.poBox), ("Extension", parts.extended), ("Street", parts.street),
            ("Postcode", parts.postcode), ("City", parts.city), ("State", parts.state), ("Country", parts.country),
        ]
    }

    /// The value with its types, without the types that its label says.
    private static func labelled(_ value: ContactValue, without known: Set<String>) -> String {
        let types = value.types.filter { !known.contains($0) } + (value.isPreferred ? ["preferred"] : [])
        return types.isEmpty ? value.value : "\(value.value) (\(types.joined(separator: ", ")))"
    }
}
