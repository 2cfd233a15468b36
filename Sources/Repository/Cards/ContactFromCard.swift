import Primitives
package import VCard

/// Converts a vCard to a contact.
///
/// A line that ``CardFromContact`` wouldn't reproduce exactly is kept in ``Contact/lines``: unknown properties, and
/// known ones that contain more than their field, or use another form (a group, a parameter, a second note).
package struct ContactFromCard {
    private var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
    /// The version of the lines.
    private let version: VCardVersion
    /// Whether the card has version 2.1, whose lines change when they are read.
    private let isOld: Bool
    private var labels = CardLabels()
    private var singles: [String: VCardLine] = [:]
    private var kept: Set<String> = []
    /// The kept lines, those of known properties with their rank in an export.
    private var lines: [(rank: Int, text: String)] = []
    private var categories: Set<String> = []
    private var formatted: String?
    /// Whether the card has its name in parts, even if they are all empty.
    private var hasParts = false
    private var kind: String?
    private var stated: [CardStatement.Subject: String] = [:]

    /// Returns the contact; `nil` for a card with neither a name nor anything else that identifies a person.
    package static func contact(_ card: VCard) -> Contact? {
        var reading = ContactFromCard(card)
        for line in card.lines where line.group != nil { reading.labels.take(line) }
        for line in card.lines { reading.take(line) }
        return reading.finish()
    }

    private init(_ card: VCard) {
        isOld = card.version == "2.1"
        version = isOld || card.version == "3.0" ? .v3 : .v4
    }

    private mutating func take(_ original: VCardLine) {
        guard !original.value.isEmpty || original.name.hasPrefix("X-") else { return }
        WorkCount.add(1)
        let line = original.converted(to: .v4)
        switch line.name {
        case "EMAIL": takeValue(line, original, into: \.emails)
        case "TEL": takeValue(line, original, into: \.phones)
        case "ADR": takeAddress(line, original)
        case "URL":
            let url = CardFields.url(line)
            contact.urls.append(url)
            keep(original, unless: VCardLine("URL", value: url))
        case "CATEGORIES":
            for category in VCardText.items(line.value) where !category.isEmpty {
                WorkCount.add(1)
                if categories.insert(category).inserted { contact.categories.append(category) }
            }
        case "X-CONTACTS-FAVORITE": contact.isFavorite = line.value == "1"
        case "X-CONTACTS-NATIONALITY": contact.nationality = VCardText.unescaped(line.value)
        case "X-CONTACTS-REGISTERED": contact.registered = VCardText.unescaped(line.value)
        case "X-CONTACTS-PICTURE":
            let path = CardFromContact.pictures.first { $0.key == line.parameter("SIZE") }?.value ?? \.large
            contact.picture[keyPath: path] = line.value
        case "UID", "FN", "N", "GENDER", "BDAY", "ANNIVERSARY", "ORG", "PHOTO": takeSingle(line, original)
        case let name where ContactField.byProperty[name] != nil: takeSingle(line, original)
        default: takeOther(original)
        }
    }

    private mutating func takeValue(
        _ line: VCardLine,
        _ original: VCardLine,
        into list: WritableKeyPath<Contact, [ContactValue]>
    ) {
        let value = CardFields.value(line, labels.label(of: line))
        contact[keyPath: list].append(value)
        keep(original, unless: CardFromContact.line(line.name, VCardText.escaped(value.value), value))
    }

    private mutating func takeAddress(_ line: VCardLine, _ original: VCardLine) {
        let address = CardFields.address(line, labels.label(of: line))
        guard address.address != PostalAddress() else { return }
        contact.addresses.append(address)
        let value = ContactValue("", types: address.types, isPreferred: address.isPreferred)
        keep(original, unless: CardFromContact.line("ADR", CardFromContact.value(of: address.address), value))
    }

    private mutating func takeOther(_ line: VCardLine) {
        lines.append((.max, line.text))
        guard let statement = CardStatement(line, label: labels.label(of: line)) else { return }
        switch statement.subject {
        case .kind: kind = kind ?? statement.value.value
        case .anniversary where line.name == "X-ABDATE": stated[.anniversary] = statement.value.value
        case .anniversary, .birthday, .nickname:
            if stated[statement.subject] == nil { stated[statement.subject] = statement.value.value }
        case .date, .relation, .messenger, .profile, .member: break
        }
    }

    /// Reads the first line of the property into its field; if there are several, all are kept as lines.
    private mutating func takeSingle(_ line: VCardLine, _ original: VCardLine) {
        if let first = singles[line.name] {
            if kept.insert(line.name).inserted { keep(first.text, of: line.name) }
            keep(original.text, of: line.name)
            return
        }
        singles[line.name] = original
        guard line.name != "PHOTO" else {
            // Photos are large, so a second copy isn't kept just for the order of its parameters.
            contact.photo = ContactPhoto(VCardMedia(line))
            if !CardFields.isPlainPhoto(line), kept.insert("PHOTO").inserted { keep(original.text, of: "PHOTO") }
            return
        }
        let written = field(line)
        if !isWritten(written, original), kept.insert(line.name).inserted { keep(original.text, of: line.name) }
    }

    /// Returns the line that an export would contain after this line was read into its field.
    static func rewritten(_ line: VCardLine) -> VCardLine {
        var reading = ContactFromCard(VCard())
        return reading.field(line.converted(to: .v4))
    }

    /// Reads the property into its field, and returns the line that an export would contain for the field.
    private mutating func field(_ line: VCardLine) -> VCardLine {
        switch line.name {
        case "UID":
            contact.uid = line.value
            return VCardLine("UID", value: line.value)
        case "FN":
            formatted = CardFields.text(line)
        case "N":
            hasParts = true
            for (part, text) in zip(CardFromContact.nameParts, VCardText.components(line.value)) where !text.isEmpty {
                contact.name[keyPath: part] = text
            }
            return VCardLine("N", value: CardFromContact.value(of: contact.name))
        case "ORG":
            var parts = VCardText.components(line.value)
            // Apple ends the organization with a semicolon if there is no unit.
            while parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
            contact.organization = parts.first.flatMap { $0.isEmpty ? nil : $0 }
            contact.organizationUnits = Array(parts.dropFirst())
            return VCardLine("ORG", value: parts.map(VCardText.escaped).joined(separator: ";"))
        case "GENDER":
            contact.gender = CardFields.gender(line)
            return VCardLine("GENDER", value: contact.gender.map(CardFields.genderValue) ?? "")
        case "BDAY", "ANNIVERSARY":
            let date = VCardDate.plain(line)
            if line.name == "BDAY" { contact.birthday = date } else { contact.anniversary = date }
            return VCardDate.line(line.name, date, version: .v4)
        case "PHOTO": return VCardLine("PHOTO", value: VCardMedia(line).line("PHOTO", version: .v4).value)
        default:
            if case .text(let access)? = ContactField.byProperty[line.name]?.value {
                access.set(&contact, CardFields.text(line))
            }
        }
        return VCardLine(line.name, value: VCardText.escaped(CardFields.text(line)))
    }

    private mutating func keep(_ original: VCardLine, unless written: VCardLine) {
        if !isWritten(written, original) { keep(original.text, of: written.name) }
    }

    private mutating func keep(_ text: String, of name: String) {
        lines.append((CardFromContact.ranks[name] ?? .max, text))
    }

    /// Whether an export in the card's version would reproduce the line.
    private func isWritten(_ written: VCardLine, _ original: VCardLine) -> Bool {
        let text = written.converted(to: version).text
        return text == original.text || isOld && text.lowercased() == original.text.lowercased()
    }

    private mutating func finish() -> Contact? {
        let fields: [(CardStatement.Subject, String, WritableKeyPath<Contact, String?>)] = [
            (.anniversary, "ANNIVERSARY", \.anniversary), (.birthday, "BDAY", \.birthday),
            (.nickname, "NICKNAME", \.nickname),
        ]
        for (subject, name, field) in fields {
            guard let value = stated[subject] else { continue }
            // The property is kept too, so that an export contains both.
            if let line = singles[name], kept.insert(name).inserted { keep(line.text, of: name) }
            if contact[keyPath: field] == nil { contact[keyPath: field] = value }
        }
        // In export order.
        contact.lines = lines.sorted { $0.rank < $1.rank }.map(\.text)
        if case .uri(let uri)? = contact.photo, uri == contact.picture.large { contact.photo = nil }
        if let formatted, !formatted.isEmpty {
            if !hasParts, Self.isPerson(formatted, kind, contact) {
                ContactNaming.split(formatted, into: &contact.name)
            }
            if formatted != contact.composedName { contact.name.formatted = formatted }
        }
        let isKnown =
            contact.name != PersonName() || !contact.composedName.isEmpty || !contact.addresses.isEmpty
            || !contact.urls.isEmpty || contact.note != nil || contact.photo != nil || !contact.messengers.isEmpty
        return isKnown ? contact : nil
    }

    /// Whether the full name is a person's, not a company's, and not an address or a number used as a name.
    static func isPerson(_ name: String, _ kind: String?, _ contact: Contact) -> Bool {
        if let kind, kind != "individual" { return false }
        return name != contact.organization && !name.contains("@") && name.contains(where: \.isLetter)
            && !contact.phones.contains { $0.value == name }
    }
}

extension ContactPhoto {
    fileprivate init(_ media: VCardMedia) {
        switch media {
        case .uri(let uri): self = .uri(uri)
        case .data(let mediaType, let base64): self = .data(mediaType: mediaType, base64: base64)
        }
    }
}
