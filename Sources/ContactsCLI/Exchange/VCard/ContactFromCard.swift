import Repository
import VCard

/// Converts a vCard to a contact.
///
/// Data without a field stays in ``Contact/lines``: unknown properties, and the whole line of a known property that says
/// more than the field (a group, a parameter, a second note). ``CardFromContact`` writes these lines back.
struct ContactFromCard {
    private var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
    private var singles: [String: VCardLine] = [:]
    private var kept: Set<String> = []
    private var formatted: String?
    private var hasName = false

    /// Returns the contact; `nil` for a card without a name.
    static func contact(_ card: VCard) -> Contact? {
        var reading = ContactFromCard()
        for line in card.lines(for: .v4) { reading.take(line) }
        return reading.finish()
    }

    private mutating func take(_ line: VCardLine) {
        guard !line.value.isEmpty || line.name.hasPrefix("X-") else { return }
        switch line.name {
        case "EMAIL":
            let value = CardFields.value(line)
            contact.emails.append(value)
            keepUnless(CardFields.isPlain(line) && VCardText.escaped(value.value) == line.value, line)
        case "TEL":
            let value = CardFields.value(line)
            contact.phones.append(value)
            keepUnless(CardFields.isPlain(line), line)
        case "ADR": takeAddress(line)
        case "URL":
            contact.urls.append(line.value)
            keepUnless(CardFields.isPlain(line), line)
        case "CATEGORIES":
            for category in VCardText.items(line.value) where !category.isEmpty {
                if !contact.categories.contains(category) { contact.categories.append(category) }
            }
        case "X-CONTACTS-FAVORITE": contact.isFavorite = line.value == "1"
        case "X-CONTACTS-NATIONALITY": contact.nationality = VCardText.unescaped(line.value)
        case "X-CONTACTS-REGISTERED": contact.registered = VCardText.unescaped(line.value)
        case "X-CONTACTS-PICTURE": takePicture(line)
        case "UID", "FN", "N", "GENDER", "BDAY", "ANNIVERSARY", "ORG", "PHOTO": takeSingle(line)
        case let name where ContactField.byProperty[name] != nil: takeSingle(line)
        default: contact.lines.append(line.text)
        }
    }

    private mutating func takeAddress(_ line: VCardLine) {
        let address = CardFields.address(line)
        guard address.address != PostalAddress() else { return }
        contact.addresses.append(address)
        keepUnless(CardFields.isPlain(line) && CardFromContact.value(of: address.address) == line.value, line)
    }

    private mutating func takePicture(_ line: VCardLine) {
        switch line.parameter("SIZE") {
        case "medium": contact.picture.medium = line.value
        case "thumbnail": contact.picture.thumbnail = line.value
        default: contact.picture.large = line.value
        }
    }

    /// Reads the first line of the property into the field; if there are several, all are kept as lines.
    private mutating func takeSingle(_ line: VCardLine) {
        if let first = singles[line.name] {
            if kept.insert(line.name).inserted { contact.lines.append(first.text) }
            contact.lines.append(line.text)
            return
        }
        singles[line.name] = line
        var isWhole = CardFields.isPlain(line)
        switch line.name {
        case "UID": contact.uid = line.value
        case "FN":
            formatted = CardFields.text(line)
            isWhole = isWhole && VCardText.escaped(formatted ?? "") == line.value
        case "N":
            let parts = VCardText.components(line.value)
            // Components that are missing at the end are empty ones.
            let missing = String(repeating: ";", count: max(0, 5 - parts.count))
            isWhole = takeName(parts) == line.value + missing && isWhole
        case "ORG":
            let parts = VCardText.components(line.value)
            contact.organization = parts.first.flatMap { $0.isEmpty ? nil : $0 }
            contact.organizationUnits = Array(parts.dropFirst())
            isWhole = isWhole && parts.map(VCardText.escaped).joined(separator: ";") == line.value
        case "GENDER":
            contact.gender = CardFields.gender(line)
            isWhole = isWhole && contact.gender.map(CardFields.genderValue) == line.value
        case "BDAY":
            contact.birthday = VCardDate.plain(line)
            isWhole = isWhole && VCardDate.line("BDAY", contact.birthday ?? "", version: .v4).text == line.text
        case "ANNIVERSARY":
            contact.anniversary = VCardDate.plain(line)
            let written = VCardDate.line("ANNIVERSARY", contact.anniversary ?? "", version: .v4)
            isWhole = isWhole && written.text == line.text
        case "PHOTO": contact.photo = ContactPhoto(VCardMedia(line))
        default:
            let text = CardFields.text(line)
            if case .text(let access)? = ContactField.byProperty[line.name]?.value { access.set(&contact, text) }
            isWhole = isWhole && VCardText.escaped(text) == line.value
        }
        if !isWhole {
            kept.insert(line.name)
            contact.lines.append(line.text)
        }
    }

    /// Reads the parts of `N` and returns them as they would be written.
    private mutating func takeName(_ parts: [String]) -> String {
        func part(_ index: Int) -> String? {
            index < parts.count && !parts[index].isEmpty ? parts[index] : nil
        }
        contact.name = PersonName(title: part(3), first: part(1), middle: part(2), last: part(0), suffix: part(4))
        hasName = contact.name != PersonName()
        return CardFromContact.value(of: contact.name)
    }

    /// Sorts the lines in the order of an export, so that importing an export changes nothing.
    private mutating func sortLines() {
        guard !kept.isEmpty || contact.lines.count > 1 else { return }
        var known: [Int: [String]] = [:]
        var others: [String] = []
        for text in contact.lines {
            let name = VCardLine(text: text)?.name
            if let rank = CardFromContact.known.firstIndex(where: { $0 == name }) {
                known[rank, default: []].append(text)
            } else {
                others.append(text)
            }
        }
        contact.lines = known.keys.sorted().flatMap { known[$0] ?? [] } + others
    }

    private mutating func keepUnless(_ isWhole: Bool, _ line: VCardLine) {
        if !isWhole { contact.lines.append(line.text) }
    }

    private mutating func finish() -> Contact? {
        sortLines()
        if case .uri(let uri)? = contact.photo, uri == contact.picture.large { contact.photo = nil }
        if let formatted, !formatted.isEmpty {
            if !hasName, formatted != contact.organization { ContactNaming.split(formatted, into: &contact.name) }
            if formatted != contact.composedName { contact.name.formatted = formatted }
        }
        let isNamed = contact.name != PersonName() || !contact.composedName.isEmpty
        return isNamed ? contact : nil
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

/// Reads contacts from vCards.
struct VCardContactParser: ContactParser {
    private var reader = VCardReader()

    mutating func append(_ bytes: [UInt8]) {
        reader.append(bytes)
    }

    mutating func finish() {
        reader.finish()
    }

    mutating func next() -> ParsedContact? {
        switch reader.next() {
        case nil: return nil
        case .problem(let problem): return .problem(line: problem.line, reason: problem.reason)
        case .card(let card):
            guard let contact = ContactFromCard.contact(card) else {
                return .problem(line: card.lineNumber, reason: "the card has no name")
            }
            return .contact(contact)
        }
    }
}
