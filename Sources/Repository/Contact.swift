/// A person of the address book, as it is shown: what the API said or the user typed, local edits applied.
///
/// Text is byte for byte what the source sent; only ``PostalAddress/street`` is put together here. What is not known is
/// `nil` or empty. ``email``, ``phone``, ``cell`` and ``address`` are what is shown first of several.
public struct Contact: Identifiable, Hashable, Codable, Sendable {
    /// The identity in this store.
    public var id: ContactID
    /// Where the contact came from.
    public var origin: ContactOrigin
    /// The UID that an imported contact came with, verbatim; without one it is known as `urn:uuid:` and ``id``.
    public var uid: String?
    /// The parts of the name.
    public var name: PersonName
    /// What the person is called by friends.
    public var nickname: String?
    /// The gender as the source names it, in randomuser's API `female` or `male`.
    public var gender: String?
    /// The e-mail addresses.
    public var emails: [ContactValue]
    /// The telephone numbers, mobile ones with the type `cell`.
    public var phones: [ContactValue]
    /// The postal addresses.
    public var addresses: [ContactAddress]
    /// The date of birth as `YYYY-MM-DD`, without a year `--MM-DD`, or text as it came.
    public var birthday: String?
    /// The anniversary, written like ``birthday``.
    public var anniversary: String?
    /// The organization.
    public var organization: String?
    /// The units of the organization, larger ones first.
    public var organizationUnits: [String]
    /// The position in the organization.
    public var jobTitle: String?
    /// What the person does there.
    public var role: String?
    /// A note.
    public var note: String?
    /// Web addresses.
    public var urls: [String]
    /// The groups that the contact is in.
    public var categories: [String]
    /// Whether the user marked the contact as a favourite.
    public var isFavorite: Bool
    /// A picture that an imported contact came with.
    public var photo: ContactPhoto?
    /// The nationality as two upper-case letters, or `LEGO`.
    public var nationality: String?
    /// Where pictures of the person are.
    public var picture: PictureLinks
    /// When the person registered at the source, as ISO 8601 in UTC with milliseconds (`2011-09-28T22:27:24.121Z`).
    public var registered: String?
    /// The lines of an imported vCard that have no field here, unfolded, in their order.
    public var lines: [String]
    /// Whether a value of the source was changed here; marking a contact or putting it in a group is no change of it.
    public var isEdited: Bool

    /// Creates a contact of which nothing but the given is known.
    public init(
        id: ContactID,
        name: PersonName = PersonName(),
        gender: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        cell: String? = nil,
        birthday: String? = nil,
        address: PostalAddress = PostalAddress(),
        nationality: String? = nil,
        picture: PictureLinks = PictureLinks(),
        registered: String? = nil,
        isEdited: Bool = false,
        origin: ContactOrigin = .source
    ) {
        self.id = id
        self.origin = origin
        self.name = name
        self.gender = gender
        emails = email.map { [ContactValue($0)] } ?? []
        phones = []
        if let phone { phones.append(ContactValue(phone, types: ["home"])) }
        if let cell { phones.append(ContactValue(cell, types: ["cell"])) }
        addresses = address == PostalAddress() ? [] : [ContactAddress(address)]
        self.birthday = birthday
        organizationUnits = []
        urls = []
        categories = []
        isFavorite = false
        self.nationality = nationality
        self.picture = picture
        self.registered = registered
        lines = []
        self.isEdited = isEdited
    }
}
