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
