import Repository

/// Everything that is known about one contact, for people: a line for each thing, its label in front.
enum ContactDetails {
    /// The lines, harmless for a terminal, each with its line break.
    static func text(of contact: Contact) -> String {
        var lines: [(label: String, value: String?)] = [
            ("ID", contact.id.rawValue),
            ("Name", fullName(of: contact, withTitle: true)),
            ("Gender", contact.gender),
            ("E-mail", contact.email),
            ("Phone", contact.phone),
            ("Cell", contact.cell),
            ("Birthday", contact.birthday),
            ("Street", contact.address.street),
            ("Postcode", contact.address.postcode),
            ("City", contact.address.city),
            ("State", contact.address.state),
            ("Country", contact.address.country),
            ("Nationality", contact.nationality),
            ("Picture", contact.picture.large ?? contact.picture.medium ?? contact.picture.thumbnail),
            ("Registered", contact.registered),
        ]
        if contact.isEdited {
            lines.append(("Edited", "yes"))
        }
        return lines.reduce(into: "") { text, line in
            guard let value = line.value, !value.isEmpty else { return }
            let label = "\(line.label):"
            let padding = String(repeating: " ", count: max(1, 13 - label.count))
            text += "\(label)\(padding)\(TerminalText.sanitized(value))\n"
        }
    }

    /// The parts of the name that are known, one blank between them.
    static func fullName(of contact: Contact, withTitle: Bool) -> String {
        [withTitle ? contact.name.title : nil, contact.name.first, contact.name.last]
            .compactMap { $0 }
            .filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
