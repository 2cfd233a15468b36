/// A person of the address book, as it is shown: what the API said or the user typed, local edits applied.
///
/// Text is byte for byte what the source sent; only ``PostalAddress/street`` is put together here. What the source
/// did not send is `nil`.
public struct Contact: Identifiable, Equatable, Sendable {
    /// The identity in this store.
    public var id: ContactID
    /// Title, first and last name.
    public var name: PersonName
    /// The gender as the source names it, in randomuser's API `female` or `male`.
    public var gender: String?
    /// The e-mail address.
    public var email: String?
    /// The telephone number, free text that may hold letters.
    public var phone: String?
    /// The mobile number, free text that may hold letters.
    public var cell: String?
    /// The date of birth as `YYYY-MM-DD`, in UTC.
    public var birthday: String?
    /// The postal address.
    public var address: PostalAddress
    /// The nationality as two upper-case letters, or `LEGO`.
    public var nationality: String?
    /// Where pictures of the person are.
    public var picture: PictureLinks
    /// When the person registered at the source, as ISO 8601 in UTC with milliseconds (`2011-09-28T22:27:24.121Z`).
    public var registered: String?
    /// Whether a local edit differs from what the source says.
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
        isEdited: Bool = false
    ) {
        self.id = id
        self.name = name
        self.gender = gender
        self.email = email
        self.phone = phone
        self.cell = cell
        self.birthday = birthday
        self.address = address
        self.nationality = nationality
        self.picture = picture
        self.registered = registered
        self.isEdited = isEdited
    }
}
