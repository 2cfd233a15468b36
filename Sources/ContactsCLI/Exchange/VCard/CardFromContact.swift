import Repository
import VCard

/// Converts a contact to a vCard; its lines have the form of version 4.0, which the writer converts.
struct CardFromContact {
    private var lines: [VCardLine] = []
    /// The kept lines of known properties, by name.
    private var copies: [String: [VCardLine]] = [:]

    /// The card.
    static func card(_ contact: Contact) -> VCard {
        var writing = CardFromContact()
        var rest: [VCardLine] = []
        for text in contact.lines {
            guard let line = VCardLine(text: text) else { continue }
            if known.contains(line.name) {
                writing.copies[line.name, default: []].append(line)
            } else {
                rest.append(line)
            }
        }
        for property in properties { property.write(&writing, contact) }
        writing.own(contact)
        return VCard(lines: writing.lines + rest)
    }

    /// The names of the properties with kept lines, in the order of ``properties``.
    static let known = properties.map(\.name).filter { $0 != "CATEGORIES" }

    /// A property and what writes it.
    private struct Property: Sendable {
        let name: String
        let write: @Sendable (inout CardFromContact, Contact) -> Void

        init(_ name: String, _ write: @escaping @Sendable (inout CardFromContact, Contact) -> Void) {
            self.name = name
            self.write = write
        }

        /// A property whose value is the text of a field.
        init(_ field: ContactField) {
            let name = field.property ?? field.name.uppercased()
            self.init(name) { writing, contact in
                guard case .text(let access) = field.value else { return }
                let text = access.get(contact)
                writing.single(name, text.map(VCardText.escaped)) { CardFields.text($0) == text }
            }
        }
    }

    /// The properties that fields of a contact stand for, in the order in which they are written; new ones come last.
    private static let properties: [Property] = {
        let first = [
            Property("UID") { $0.single("UID", $1.uid ?? "urn:uuid:\($1.id)") },
            Property("FN") { writing, contact in
                let shown = contact.displayName(withTitle: true)
                writing.single("FN", VCardText.escaped(shown)) { VCardText.unescaped($0.value) == shown }
            },
            Property("N") { writing, contact in
                var parts = contact.name
                parts.formatted = nil
                writing.single("N", parts == PersonName() ? nil : value(of: parts)) {
                    value(of: parts) == normalized($0.value, count: 5)
                }
            },
            Property(.nickname),
            Property("GENDER") { writing, contact in
                let value = contact.gender.map(CardFields.genderValue)
                writing.single("GENDER", value) { CardFields.gender($0) == contact.gender }
            },
            Property("BDAY") { $0.date("BDAY", $1.birthday) },
            Property("ANNIVERSARY") { $0.date("ANNIVERSARY", $1.anniversary) },
        ]
        let middle = [
            Property("EMAIL") { for email in $1.emails { $0.way("EMAIL", email) } },
            Property("TEL") { for phone in $1.phones { $0.way("TEL", phone) } },
            Property("ADR") { for address in $1.addresses { $0.address(address) } },
            Property("URL") { writing, contact in
                for url in contact.urls {
                    writing.lines.append(
                        writing.takeCopy("URL") { $0.value == url } ?? VCardLine("URL", value: url)
                    )
                }
            },
            Property("ORG") { $0.organization($1) },
            Property(.jobTitle), Property(.role), Property(.note),
            Property("CATEGORIES") { writing, contact in
                guard !contact.categories.isEmpty else { return }
                let value = contact.categories.map(VCardText.escaped).joined(separator: ",")
                writing.lines.append(VCardLine("CATEGORIES", value: value))
            },
            Property("PHOTO") { $0.photo($1) },
        ]
        let published = first + middle
        let others = ContactField.all.filter { field in
            field.property.map { name in !published.contains { $0.name == name } } ?? false
        }
        return published + others.map(Property.init)
    }()

    /// The value of `N`.
    static func value(of name: PersonName) -> String {
        [name.last, name.first, name.middle, name.title, name.suffix]
            .map { VCardText.escaped($0 ?? "") }.joined(separator: ";")
    }

    /// The value of `ADR`.
    static func value(of address: PostalAddress) -> String {
        [
            address.poBox, address.extended, address.street, address.city, address.state, address.postcode,
            address.country,
        ].map { VCardText.escaped($0 ?? "") }.joined(separator: ";")
    }

    private mutating func address(_ address: ContactAddress) {
        let copy = takeCopy("ADR") { CardFields.address($0).address == address.address }
        add("ADR", Self.value(of: address.address), address.types, address.isPreferred, copy)
    }

    private mutating func organization(_ contact: Contact) {
        let organization = [contact.organization ?? ""] + contact.organizationUnits
        let hasOrganization = organization.contains { !$0.isEmpty }
        single("ORG", hasOrganization ? organization.map(VCardText.escaped).joined(separator: ";") : nil) {
            VCardText.components($0.value) == organization
        }
    }

    private mutating func photo(_ contact: Contact) {
        let media: VCardMedia? =
            switch contact.photo {
            case .uri(let uri): .uri(uri)
            case .data(let mediaType, let base64): .data(mediaType: mediaType, base64: base64)
            case nil: contact.picture.large.map(VCardMedia.uri)
            }
        let line = media?.line("PHOTO", version: .v4)
        single("PHOTO", line?.value) { VCardMedia($0) == media }
    }

    /// Writes the fields that only this program has.
    private mutating func own(_ contact: Contact) {
        if contact.isFavorite { lines.append(VCardLine("X-CONTACTS-FAVORITE", value: "1")) }
        let texts = [
            ("X-CONTACTS-NATIONALITY", contact.nationality), ("X-CONTACTS-REGISTERED", contact.registered),
        ]
        for case (let name, let value?) in texts { lines.append(VCardLine(name, value: VCardText.escaped(value))) }
        let picture = contact.picture
        for case (let size, let link?) in [
            ("large", picture.large), ("medium", picture.medium), ("thumbnail", picture.thumbnail),
        ] {
            lines.append(VCardLine("X-CONTACTS-PICTURE", parameters: [VCardParameter("SIZE", [size])], value: link))
        }
    }

    /// Writes a property of which a contact has one: the kept line if its value is unchanged, else a new line.
    ///
    /// Further kept lines of the property follow as they were read.
    private mutating func single(_ name: String, _ value: String?, isSame: (VCardLine) -> Bool) {
        let copies = copies[name] ?? []
        if let value {
            if let first = copies.first, isSame(first) {
                lines.append(first)
            } else {
                lines.append(VCardLine(name, value: value))
            }
        }
        lines += copies.dropFirst()
    }

    private mutating func single(_ name: String, _ value: String?) {
        single(name, value) { $0.value == value }
    }

    private mutating func date(_ name: String, _ plain: String?) {
        guard let plain else { return single(name, nil) }
        let copies = copies[name] ?? []
        if let first = copies.first, VCardDate.plain(first) == plain {
            lines.append(first)
        } else {
            lines.append(VCardDate.line(name, plain, version: .v4))
        }
        lines += copies.dropFirst()
    }

    private mutating func way(_ name: String, _ value: ContactValue) {
        let copy = takeCopy(name) { CardFields.value($0).value == value.value }
        add(name, VCardText.escaped(value.value), value.types, value.isPreferred, copy)
    }

    private mutating func add(
        _ name: String,
        _ value: String,
        _ types: [String],
        _ isPreferred: Bool,
        _ copy: VCardLine?
    ) {
        if let copy, CardFields.types(copy) == types, CardFields.isPreferred(copy) == isPreferred {
            lines.append(copy)
            return
        }
        var parameters = (copy?.parameters ?? []).filter { $0.name != "TYPE" && $0.name != "PREF" }
        if !types.isEmpty { parameters.append(VCardParameter("TYPE", types)) }
        if isPreferred { parameters.append(VCardParameter("PREF", ["1"])) }
        lines.append(VCardLine(name, parameters: parameters, group: copy?.group, value: copy?.value ?? value))
    }

    private mutating func takeCopy(_ name: String, where isWanted: (VCardLine) -> Bool) -> VCardLine? {
        guard let index = copies[name]?.firstIndex(where: isWanted) else { return nil }
        return copies[name]?.remove(at: index)
    }

    private static func normalized(_ value: String, count: Int) -> String {
        var parts = VCardText.components(value).prefix(count).map(VCardText.escaped)
        parts += repeatElement("", count: count - parts.count)
        return parts.joined(separator: ";")
    }
}
