/// What a user wants changed in a contact: `nil` leaves a field as it is, an empty text or list clears it.
public struct ContactEdit: Equatable, Codable, Sendable {
    /// The new form of address.
    public var title: String?
    /// The new given name.
    public var firstName: String?
    /// The new additional names.
    public var middleName: String?
    /// The new family name.
    public var lastName: String?
    /// What stands behind the name from now on.
    public var suffix: String?
    /// The new name as a whole; a new part of the name clears it when it is not given too.
    public var formattedName: String?
    /// The new nickname.
    public var nickname: String?
    /// The new gender.
    public var gender: String?
    /// The new pronouns.
    public var pronouns: String?
    /// The new e-mail address in place of the one that is shown first.
    public var email: String?
    /// The new telephone number in place of the one that is shown first.
    public var phone: String?
    /// The new mobile number in place of the one that is shown first.
    public var cell: String?
    /// All e-mail addresses from now on; ``email`` is set afterwards.
    public var emails: [ContactValue]?
    /// All telephone numbers from now on; ``phone`` and ``cell`` are set afterwards.
    public var phones: [ContactValue]?
    /// All postal addresses from now on.
    public var addresses: [ContactAddress]?
    /// New parts of the postal address that is shown first, set after ``addresses``.
    ///
    /// Of these, too, `nil` leaves one as it is, and an empty text clears it.
    public var addressParts: PostalAddress?
    /// The new organization.
    public var organization: String?
    /// The new units of the organization.
    public var organizationUnits: [String]?
    /// The new position.
    public var jobTitle: String?
    /// What the person does from now on.
    public var role: String?
    /// The new note.
    public var note: String?
    /// All web addresses from now on.
    public var urls: [String]?
    /// The new date of birth.
    public var birthday: String?
    /// The new anniversary.
    public var anniversary: String?
    /// All groups from now on.
    public var categories: [String]?
    /// Groups to be put in beside those that the contact is in.
    public var addedCategories: [String] = []
    /// Groups to be taken out of, without regard to case and accents.
    public var removedCategories: [String] = []
    /// Whether the contact is a favourite from now on.
    public var isFavorite: Bool?

    /// Creates an edit of the given fields.
    public init(firstName: String? = nil, lastName: String? = nil, email: String? = nil, phone: String? = nil) {
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == ContactEdit() }
}

extension ContactEdit {
    /// The contact as the user wants it.
    public func applied(to contact: Contact) -> Contact {
        var result = contact
        for field in ContactField.all { field.input?.apply(self, field, to: &result) }
        // The whole of a name that has changed would show the old parts.
        if formattedName == nil, result.name != contact.name { result.name.formatted = nil }
        result.categories = newCategories(result.categories)
        return result
    }

    private func newCategories(_ old: [String]) -> [String] {
        var result = old
        guard !addedCategories.isEmpty || !removedCategories.isEmpty else { return result }
        let removed = Set(removedCategories.map(FoldedText.key))
        result.removeAll { removed.contains(FoldedText.key($0)) }
        var known = Set(result.map(FoldedText.key))
        for category in addedCategories where known.insert(FoldedText.key(category)).inserted {
            result.append(category)
        }
        return result
    }
}

extension ContactField.Input {
    /// Sets the field to what the edit says about it.
    fileprivate func apply(_ change: ContactEdit, _ field: ContactField, to contact: inout Contact) {
        switch (edit, field.value) {
        case (.text(let path), .text(let text)):
            guard let new = change[keyPath: path] else { return }
            let old = text.get(contact)
            // A field that has nothing stays as it is when it is cleared, even when the source sent an empty text.
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
    /// The address with the parts that are given; an empty one clears a part.
    fileprivate func changed(by parts: PostalAddress) -> PostalAddress {
        var result = self
        for part in AddressPart.allCases {
            guard let new = parts[part], new != self[part] ?? "" else { continue }
            result[part] = new.isEmpty ? nil : new
        }
        return result
    }
}
