import Repository

/// Reads a contact as `list --format json` prints it, or with fewer keys.
struct ContactFromJSON {
    private let object: [String: Any]

    /// Returns the contact; `nil` for bytes that aren't an object.
    static func contact(_ bytes: [UInt8]) -> Contact? {
        (JSONReader.value(bytes) as? [String: Any]).flatMap { ContactFromJSON(object: $0).contact() }
    }

    /// Returns a parser of files with such contacts.
    static func parser() -> JSONContactParser {
        JSONContactParser(contact: contact) { contact in
            var bytes: [UInt8] = []
            JSONText().append(OutputValue(contact), to: &bytes)
            return Self.contact(bytes)
        }
    }

    private func contact() -> Contact? {
        var contact = Contact(id: ContactID(rawValue: text("id") ?? ""), origin: .local)
        for field in ContactField.everything { read(field, into: &contact) }
        // The name that follows from the other fields is none of its own.
        var unnamed = contact
        unnamed.name.formatted = nil
        if contact.name.formatted == unnamed.displayName { contact.name.formatted = nil }
        return contact.isEmpty ? nil : contact
    }

    private func read(_ field: ContactField, into contact: inout Contact) {
        // Missing keys change nothing: some fields are views of another one.
        guard object[field.name] != nil else { return }
        switch field.value {
        case .text(let text):
            // If the list is given, the first value is one of its elements.
            if let whole = Self.wholes[field.name], object[whole] != nil { return }
            text.set(&contact, self.text(field.name))
        case .texts(let texts): texts.set(&contact, self.texts(field.name))
        case .flag(let flag): flag.set(&contact, object[field.name] as? Bool ?? false)
        case .values(let values): values.set(&contact, self.values(field.name))
        case .addresses:
            contact.addresses = parts(field.name).map { entry in
                let address = entry.part("value").address
                return ContactAddress(address, types: entry.texts("types"), isPreferred: entry.isPreferred)
            }
        case .photo: contact.photo = photo()
        case .name: contact.name = part(field.name).name
        case .address: if object["addresses"] == nil { contact.address = part(field.name).address }
        case .picture: contact.picture = part(field.name).picture
        }
    }

    /// The keys of lists, by the keys of their first values.
    private static let wholes = ["email": "emails", "phone": "phones", "cell": "phones"]

    private func photo() -> ContactPhoto? {
        let photo = part("photo")
        if let uri = photo.text("uri") { return .uri(uri) }
        return photo.text("data").map { .data(mediaType: photo.text("mediaType"), base64: $0) }
    }

    private var name: PersonName {
        PersonName(
            title: text("title"),
            first: text("first"),
            middle: text("middle"),
            last: text("last"),
            suffix: text("suffix"),
            formatted: text("formatted")
        )
    }

    private var address: PostalAddress {
        var address = PostalAddress()
        for part in AddressPart.allCases { address[part] = text(part.rawValue) }
        return address
    }

    private var picture: PictureLinks {
        PictureLinks(large: text("large"), medium: text("medium"), thumbnail: text("thumbnail"))
    }

    private var isPreferred: Bool { object["preferred"] as? Bool ?? false }

    private func text(_ key: String) -> String? { object[key] as? String }

    private func texts(_ key: String) -> [String] { object[key] as? [String] ?? [] }

    private func part(_ key: String) -> ContactFromJSON {
        ContactFromJSON(object: object[key] as? [String: Any] ?? [:])
    }

    private func parts(_ key: String) -> [ContactFromJSON] {
        (object[key] as? [[String: Any]] ?? []).map(ContactFromJSON.init)
    }

    private func values(_ key: String) -> [ContactValue] {
        parts(key).compactMap { entry in
            entry.text("value").map { value in
                ContactValue(value, types: entry.texts("types"), isPreferred: entry.isPreferred)
            }
        }
    }
}

extension Contact {
    /// Whether the contact has no name, address or number.
    var isEmpty: Bool {
        name == PersonName() && emails.isEmpty && phones.isEmpty && addresses.isEmpty && organization == nil
            && nickname == nil
    }
}
