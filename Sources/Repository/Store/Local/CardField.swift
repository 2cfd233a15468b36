import Primitives

/// The fields that a card can hold to override the source's values, by index.
///
/// The index of a field is constant within a process. Stored cards use names.
enum CardField {
    /// All fields; `phone` and `cell` come after `phones`, because each replaces one number in the list.
    static let all = ContactField.all.filter(\.isStored)

    static let phones = place(.phones)
    static let phone = place(.phone)
    static let cell = place(.cell)
    static let pronouns = place(.pronouns)
    /// The parts of a name, which belong together.
    static let nameParts = [ContactField.title, .first, .middle, .last, .suffix, .formatted].map(place)

    private static func place(_ field: ContactField) -> Int {
        guard let place = all.firstIndex(of: field) else { preconditionFailure("“\(field)” isn't a field of a card.") }
        return place
    }
}

extension ContactField {
    /// The fields of a card, such that each value is in only one of them.
    package static let ofCards = CardField.all.filter { $0.name != "phone" && $0.name != "cell" }

    /// Returns whether both contacts have the same value; an empty text counts as no value.
    package func isEqual(_ left: Contact, _ right: Contact) -> Bool {
        switch value {
        case .text(let text):
            let (left, right) = (text.get(left), text.get(right))
            return left == right || (left ?? "") == (right ?? "")
        case .texts(let texts): return texts.get(left) == texts.get(right)
        case .values(let values):
            let (left, right) = (values.get(left), values.get(right))
            return left == right || left.filter { !$0.value.isEmpty } == right.filter { !$0.value.isEmpty }
        case .flag(let flag): return flag.get(left) == flag.get(right)
        case .addresses: return left.addresses == right.addresses
        case .photo: return left.photo == right.photo
        case .name: return left.name == right.name
        case .address: return left.address == right.address
        case .picture: return left.picture == right.picture
        }
    }

    /// Returns whether both contacts have exactly the same value, distinguishing empty texts from missing ones.
    func isIdentical(_ left: Contact, _ right: Contact) -> Bool {
        switch value {
        case .text(let text): text.get(left) == text.get(right)
        case .values(let values): values.get(left) == values.get(right)
        default: isEqual(left, right)
        }
    }

    package func isEmpty(_ contact: Contact) -> Bool {
        if case .text(let text) = value { return text.get(contact)?.isEmpty ?? true }
        return isIdentical(contact, Self.emptyContact)
    }

    private static let emptyContact = Contact(id: ContactID(rawValue: ""))

    package func copy(from source: Contact, to target: inout Contact) {
        switch value {
        case .text(let text): text.set(&target, text.get(source))
        case .texts(let texts): texts.set(&target, texts.get(source))
        case .values(let values): values.set(&target, values.get(source))
        case .flag(let flag): flag.set(&target, flag.get(source))
        case .addresses: target.addresses = source.addresses
        case .photo: target.photo = source.photo
        case .name: target.name = source.name
        case .address: target.address = source.address
        case .picture: target.picture = source.picture
        }
    }

    /// Adds the contact's value as a member with the field's name.
    func write(_ contact: Contact, to json: inout JSONWriter) {
        switch value {
        case .text(let text): json.add(name, text.get(contact))
        case .texts(let texts): json.add(name, texts.get(contact))
        case .flag(let flag): json.add(name, flag.get(contact))
        case .values(let values):
            json.list(name) { json in
                for value in values.get(contact) {
                    json.object(nil) { json in
                        json.add("value", value.value)
                        Self.write(value.types, value.isPreferred, to: &json)
                    }
                }
            }
        case .addresses:
            json.list(name) { json in
                for address in contact.addresses {
                    json.object(nil) { json in
                        for part in AddressPart.allCases {
                            if let text = address.address[part] { json.add(part.rawValue, text) }
                        }
                        Self.write(address.types, address.isPreferred, to: &json)
                    }
                }
            }
        case .photo:
            switch contact.photo {
            case nil: json.add(name, nil as String?)
            case .uri(let uri): json.object(name) { $0.add("uri", uri) }
            case .data(let type, let base64):
                json.object(name) { json in
                    json.add("type", type)
                    json.add("data", base64)
                }
            }
        case .name, .address, .picture: json.add(name, nil as String?)
        }
    }

    /// Reads the value into the contact; returns `false` for JSON of another type.
    ///
    /// - Throws: ``JSONReader/TypeError`` if a nested value has another type.
    func read(_ json: Any, into contact: inout Contact) throws -> Bool {
        switch (value, json) {
        case (.text(let text), let new as String): text.set(&contact, new)
        case (.text(let text), JSONScalar.null): text.set(&contact, nil)
        case (.texts(let texts), let new as [Any]): texts.set(&contact, new.compactMap { $0 as? String })
        case (.flag(let flag), let new as Bool): flag.set(&contact, new)
        case (.values(let values), let new as [Any]):
            let read = try new.map { item in
                let members = try JSONReader.members(of: item)
                return ContactValue(
                    members["value"] as? String ?? "",
                    types: Self.types(members),
                    isPreferred: members["preferred"] as? Bool ?? false
                )
            }
            values.set(&contact, read)
        case (.addresses, let new as [Any]):
            contact.addresses = try new.map { item in
                let members = try JSONReader.members(of: item)
                var address = PostalAddress()
                for part in AddressPart.allCases { address[part] = members[part.rawValue] as? String }
                return ContactAddress(
                    address,
                    types: Self.types(members),
                    isPreferred: members["preferred"] as? Bool ?? false
                )
            }
        case (.photo, let new as [String: Any]):
            let data = (new["data"] as? String).map { ContactPhoto.data(mediaType: new["type"] as? String, base64: $0) }
            contact.photo = data ?? (new["uri"] as? String).map(ContactPhoto.uri)
        case (.photo, JSONScalar.null): contact.photo = nil
        default: return false
        }
        return true
    }

    private static func types(_ members: [String: Any]) -> [String] {
        (members["types"] as? [Any] ?? []).compactMap { $0 as? String }
    }

    private static func write(_ types: [String], _ isPreferred: Bool, to json: inout JSONWriter) {
        if !types.isEmpty { json.add("types", types) }
        if isPreferred { json.add("preferred", true) }
    }
}
