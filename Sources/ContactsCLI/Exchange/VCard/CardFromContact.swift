import Repository
import VCard

/// Makes a vCard of a contact, every line in the form of version 4.0; the writer converts them.
struct CardFromContact {
    private var lines: [VCardLine] = []
    /// The lines of known properties that say more than the fields, by name.
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
        writing.names(contact)
        writing.ways(contact)
        writing.texts(contact)
        writing.own(contact)
        return VCard(lines: writing.lines + rest)
    }

    /// The properties that fields of a contact stand for, in the order in which they are written.
    static let known = [
        "UID", "FN", "N", "NICKNAME", "GENDER", "BDAY", "ANNIVERSARY", "EMAIL", "TEL", "ADR", "URL", "ORG", "TITLE",
        "ROLE", "NOTE", "PHOTO",
    ]

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

    private mutating func names(_ contact: Contact) {
        single("UID", contact.uid ?? "urn:uuid:\(contact.id)")
        let shown = contact.name.formatted ?? ContactNaming.shown(contact)
        single("FN", VCardText.escaped(shown)) { VCardText.unescaped($0.value) == shown }
        var parts = contact.name
        parts.formatted = nil
        single("N", parts == PersonName() ? nil : Self.value(of: parts)) {
            Self.value(of: parts) == Self.normalized($0.value, count: 5)
        }
        single("NICKNAME", contact.nickname.map(VCardText.escaped)) { CardFields.text($0) == contact.nickname }
        single("GENDER", contact.gender.map(CardFields.genderValue)) { CardFields.gender($0) == contact.gender }
        date("BDAY", contact.birthday)
        date("ANNIVERSARY", contact.anniversary)
    }

    private mutating func ways(_ contact: Contact) {
        for email in contact.emails { way("EMAIL", email) }
        for phone in contact.phones { way("TEL", phone) }
        for address in contact.addresses {
            let value = Self.value(of: address.address)
            let copy = takeCopy("ADR") { CardFields.address($0).address == address.address }
            add("ADR", value, address.types, address.isPreferred, copy)
        }
        for url in contact.urls {
            lines.append(takeCopy("URL") { $0.value == url } ?? VCardLine("URL", value: url))
        }
    }

    private mutating func texts(_ contact: Contact) {
        let organization = [contact.organization ?? ""] + contact.organizationUnits
        let hasOrganization = organization.contains { !$0.isEmpty }
        single("ORG", hasOrganization ? organization.map(VCardText.escaped).joined(separator: ";") : nil) {
            VCardText.components($0.value) == organization
        }
        single("TITLE", contact.jobTitle.map(VCardText.escaped)) { CardFields.text($0) == contact.jobTitle }
        single("ROLE", contact.role.map(VCardText.escaped)) { CardFields.text($0) == contact.role }
        single("NOTE", contact.note.map(VCardText.escaped)) { CardFields.text($0) == contact.note }
        if !contact.categories.isEmpty {
            let value = contact.categories.map(VCardText.escaped).joined(separator: ",")
            lines.append(VCardLine("CATEGORIES", value: value))
        }
        photo(contact)
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

    /// What only this program keeps.
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

    /// A property of which a contact has one: the line that was read while it still says the same, else a new one; and
    /// the others of that name as they were read.
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
