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
        var contact = contact
        let name = contact.name
        Self.set(&contact.name.title, title)
        Self.set(&contact.name.first, firstName)
        Self.set(&contact.name.middle, middleName)
        Self.set(&contact.name.last, lastName)
        Self.set(&contact.name.suffix, suffix)
        // The whole of a name that has changed would show the old parts.
        if contact.name != name { contact.name.formatted = nil }
        Self.set(&contact.name.formatted, formattedName)
        Self.set(&contact.nickname, nickname)
        Self.set(&contact.gender, gender)
        if let emails { contact.emails = emails }
        if let phones { contact.phones = phones }
        if let addresses { contact.addresses = addresses }
        contact.address = newAddress(contact.address)
        Self.set(&contact.email, email)
        Self.set(&contact.phone, phone)
        Self.set(&contact.cell, cell)
        Self.set(&contact.organization, organization)
        if let organizationUnits { contact.organizationUnits = organizationUnits }
        Self.set(&contact.jobTitle, jobTitle)
        Self.set(&contact.role, role)
        Self.set(&contact.note, note)
        if let urls { contact.urls = urls }
        Self.set(&contact.birthday, birthday)
        Self.set(&contact.anniversary, anniversary)
        contact.categories = newCategories(contact.categories)
        if let isFavorite { contact.isFavorite = isFavorite }
        return contact
    }

    private func newAddress(_ old: PostalAddress) -> PostalAddress {
        guard let addressParts else { return old }
        var result = old
        Self.set(&result.street, addressParts.street)
        Self.set(&result.city, addressParts.city)
        Self.set(&result.state, addressParts.state)
        Self.set(&result.postcode, addressParts.postcode)
        Self.set(&result.country, addressParts.country)
        Self.set(&result.poBox, addressParts.poBox)
        Self.set(&result.extended, addressParts.extended)
        return result
    }

    private func newCategories(_ old: [String]) -> [String] {
        var result = categories ?? old
        guard !addedCategories.isEmpty || !removedCategories.isEmpty else { return result }
        let removed = Set(removedCategories.map(FoldedText.key))
        result.removeAll { removed.contains(FoldedText.key($0)) }
        var known = Set(result.map(FoldedText.key))
        for category in addedCategories where known.insert(FoldedText.key(category)).inserted {
            result.append(category)
        }
        return result
    }

    /// A field that has nothing stays as it is when it is cleared, even when the source said so with an empty text.
    private static func set(_ field: inout String?, _ value: String?) {
        guard let value, value != field ?? "" else { return }
        field = value.isEmpty ? nil : value
    }
}
