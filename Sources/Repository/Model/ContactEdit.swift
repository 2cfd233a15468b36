/// A change of a contact's fields.
///
/// `nil` leaves a field as it is; an empty text or list clears it.
public struct ContactEdit: Equatable, Codable, Sendable {
    /// The new form of address.
    public var title: String?
    /// The new given name.
    public var firstName: String?
    /// The new additional names.
    public var middleName: String?
    /// The new family name.
    public var lastName: String?
    /// The new suffix of the name.
    public var suffix: String?
    /// The new whole name; without one, a new part of the name clears the old whole name.
    public var formattedName: String?
    /// The new nickname.
    public var nickname: String?
    /// The new gender.
    public var gender: String?
    /// The new pronouns.
    public var pronouns: String?
    /// The new e-mail address in place of the one shown first.
    public var email: String?
    /// The new telephone number in place of the one shown first.
    public var phone: String?
    /// The new mobile number in place of the one shown first.
    public var cell: String?
    /// The new list of e-mail addresses; ``email`` is set after it.
    public var emails: [ContactValue]?
    /// The new list of telephone numbers; ``phone`` and ``cell`` are set after it.
    public var phones: [ContactValue]?
    /// The new list of postal addresses.
    public var addresses: [ContactAddress]?
    /// New parts of the postal address shown first, set after ``addresses``.
    ///
    /// A part that is `nil` stays as it is; an empty text clears it.
    public var addressParts: PostalAddress?
    /// The new organization.
    public var organization: String?
    /// The new units of the organization.
    public var organizationUnits: [String]?
    /// The new position.
    public var jobTitle: String?
    /// The new role.
    public var role: String?
    /// The new note.
    public var note: String?
    /// The new list of web addresses.
    public var urls: [String]?
    /// The new date of birth.
    public var birthday: String?
    /// The new anniversary.
    public var anniversary: String?
    /// The new list of other dates.
    public var dates: [ContactValue]?
    /// The new list of related people.
    public var relations: [ContactValue]?
    /// The new list of addresses at messengers.
    public var messengers: [ContactValue]?
    /// The new list of profiles in social networks.
    public var profiles: [ContactValue]?
    /// What the card is about now: `individual`, `group`, `org` or `location`.
    public var kind: String?
    /// The new list of the members of a group.
    public var members: [String]?
    /// The new list of groups.
    public var categories: [String]?
    /// Values to add to lists, by the name of the field; a value that the list has already is not added.
    public var added: [String: [ContactValue]] = [:]
    /// Values to take from lists, by the name of the field, before others are added.
    public var removed: [String: [ContactValue]] = [:]
    /// Whether the contact becomes a favorite.
    public var isFavorite: Bool?

    /// Creates an edit of the given fields.
    public init(firstName: String? = nil, lastName: String? = nil, email: String? = nil, phone: String? = nil) {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
    }

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { self == ContactEdit() }
}

extension ContactEdit {
    /// Groups to add to the list.
    public var addedCategories: [String] {
        get { (added[ContactField.categories.name] ?? []).map(\.value) }
        set { added[ContactField.categories.name] = newValue.isEmpty ? nil : newValue.map { ContactValue($0) } }
    }

    /// Groups to take from the list, compared without case and accents.
    public var removedCategories: [String] {
        get { (removed[ContactField.categories.name] ?? []).map(\.value) }
        set { removed[ContactField.categories.name] = newValue.isEmpty ? nil : newValue.map { ContactValue($0) } }
    }

    /// Clears the field: a list becomes empty, a text and a part of the address have none, and a mark is removed.
    package mutating func clear(_ field: ContactField) {
        switch field.input?.edit {
        case .text(let path)?: self[keyPath: path] = ""
        case .texts(let path)?: self[keyPath: path] = []
        case .values(let path)?: self[keyPath: path] = []
        case .flag(let path)?: self[keyPath: path] = false
        case .addresses?: addresses = []
        case nil:
            guard let part = AddressPart(rawValue: field.name) else {
                if field == .address { addresses = [] }
                return
            }
            var parts = addressParts ?? PostalAddress()
            parts[part] = ""
            addressParts = parts
        }
    }

    /// Returns the contact with the edit applied.
    public func applied(to contact: Contact) -> Contact {
        var result = contact
        for field in ContactField.all { field.input?.apply(self, field, to: &result) }
        // The whole name would still show the old parts.
        if formattedName == nil, result.name != contact.name { result.name.formatted = nil }
        for field in ContactField.lists where !added.isEmpty || !removed.isEmpty { changeList(field, of: &result) }
        result.dropLines(changedFrom: contact)
        return result
    }

    private func changeList(_ field: ContactField, of contact: inout Contact) {
        let (added, removed) = (added[field.name] ?? [], removed[field.name] ?? [])
        guard !added.isEmpty || !removed.isEmpty else { return }
        switch field.value {
        case .values(let values): values.set(&contact, changed(values.get(contact), added, removed, of: field))
        case .texts(let texts):
            let old = texts.get(contact).map { ContactValue($0) }
            texts.set(&contact, changed(old, added, removed, of: field).map(\.value))
        case .text, .flag, .addresses, .photo, .name, .address, .picture: break
        }
    }

    private func changed(
        _ old: [ContactValue],
        _ added: [ContactValue],
        _ removed: [ContactValue],
        of field: ContactField
    ) -> [ContactValue] {
        var result = old.filter { value in !removed.contains { field.isSame(value.value, $0.value) } }
        for value in added where !result.contains(where: { field.isSame($0.value, value.value) }) {
            result.append(value)
        }
        return result
    }
}

extension ContactField {
    /// Whether two values in a list of the field are one: telephone numbers however they are written, others without regard
    /// to case and accents.
    func isSame(_ left: String, _ right: String) -> Bool {
        if case .phone? = input?.rule, let left = PhoneKey(left), let right = PhoneKey(right) {
            return left.isSameLine(as: right)
        }
        return FoldedText.key(left) == FoldedText.key(right)
    }
}

extension ContactField.Input {
    /// Sets the field to its value in the edit, if the edit has one.
    fileprivate func apply(_ change: ContactEdit, _ field: ContactField, to contact: inout Contact) {
        switch (edit, field.value) {
        case (.text(let path), .text(let text)):
            guard let new = change[keyPath: path] else { return }
            let old = text.get(contact)
            // Clearing an empty field changes nothing, even where the source sent an empty text instead of none.
            if new != old ?? "" { text.set(&contact, new.isEmpty ? nil : new) }
        case (.texts(let path), .texts(let texts)):
            if let new = change[keyPath: path] { texts.set(&contact, new) }
        case (.values(let path), .values(let values)):
            if let new = change[keyPath: path] { values.set(&contact, new) }
        case (.flag(let path), .flag(let flag)):
            if let new = change[keyPath: path] { flag.set(&contact, new) }
        case (.addresses, _):
            if let new = change.addresses { contact.addresses = new }
            if let parts = change.addressParts { contact.address = contact.address.changed(by: parts) }
        default: break
        }
    }
}

extension PostalAddress {
    /// Returns the address with the given parts; an empty part clears the old one.
    fileprivate func changed(by parts: PostalAddress) -> PostalAddress {
        var result = self
        for part in AddressPart.allCases {
            guard let new = parts[part], new != self[part] ?? "" else { continue }
            result[part] = new.isEmpty ? nil : new
        }
        return result
    }
}
