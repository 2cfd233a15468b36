/// A person of the address book, as it is shown: what the API said or the user typed, local edits applied.
///
/// Text is byte for byte what the source sent; only ``PostalAddress/street`` is put together here. What is not known is
/// `nil` or empty. ``email``, ``phone``, ``cell`` and ``address`` are what is shown first of several.
public struct Contact: Identifiable, Hashable, Sendable {
    /// What the contact says, in an array of one: a contact is handed on often and is large, and an array is shared until
    /// it is written to.
    private var box: [ContactFields]

    /// The identity in this store.
    public var id: ContactID {
        get { box[0].id }
        _modify { yield &box[0].id }
    }
    /// Where the contact came from.
    public var origin: ContactOrigin {
        get { box[0].origin }
        _modify { yield &box[0].origin }
    }
    /// The UID that an imported contact came with, verbatim; without one it is known as `urn:uuid:` and ``id``.
    public var uid: String? {
        get { box[0].uid }
        _modify { yield &box[0].uid }
    }
    /// The parts of the name.
    public var name: PersonName {
        get { box[0].name }
        _modify { yield &box[0].name }
    }
    /// What the person is called by friends.
    public var nickname: String? {
        get { box[0].nickname }
        _modify { yield &box[0].nickname }
    }
    /// The gender as the source names it, in randomuser's API `female` or `male`.
    public var gender: String? {
        get { box[0].gender }
        _modify { yield &box[0].gender }
    }
    /// The e-mail addresses.
    public var emails: [ContactValue] {
        get { box[0].emails }
        _modify { yield &box[0].emails }
    }
    /// The telephone numbers, mobile ones with the type `cell`.
    public var phones: [ContactValue] {
        get { box[0].phones }
        _modify { yield &box[0].phones }
    }
    /// The postal addresses.
    public var addresses: [ContactAddress] {
        get { box[0].addresses }
        _modify { yield &box[0].addresses }
    }
    /// The date of birth as `YYYY-MM-DD`, without a year `--MM-DD`, or text as it came.
    public var birthday: String? {
        get { box[0].birthday }
        _modify { yield &box[0].birthday }
    }
    /// The anniversary, written like ``birthday``.
    public var anniversary: String? {
        get { box[0].anniversary }
        _modify { yield &box[0].anniversary }
    }
    /// The organization.
    public var organization: String? {
        get { box[0].organization }
        _modify { yield &box[0].organization }
    }
    /// The units of the organization, larger ones first.
    public var organizationUnits: [String] {
        get { box[0].organizationUnits }
        _modify { yield &box[0].organizationUnits }
    }
    /// The position in the organization.
    public var jobTitle: String? {
        get { box[0].jobTitle }
        _modify { yield &box[0].jobTitle }
    }
    /// What the person does there.
    public var role: String? {
        get { box[0].role }
        _modify { yield &box[0].role }
    }
    /// A note.
    public var note: String? {
        get { box[0].note }
        _modify { yield &box[0].note }
    }
    /// Web addresses.
    public var urls: [String] {
        get { box[0].urls }
        _modify { yield &box[0].urls }
    }
    /// The groups that the contact is in.
    public var categories: [String] {
        get { box[0].categories }
        _modify { yield &box[0].categories }
    }
    /// Whether the user marked the contact as a favourite.
    public var isFavorite: Bool {
        get { box[0].isFavorite }
        _modify { yield &box[0].isFavorite }
    }
    /// A picture that an imported contact came with.
    public var photo: ContactPhoto? {
        get { box[0].photo }
        _modify { yield &box[0].photo }
    }
    /// The nationality as two upper-case letters, or `LEGO`.
    public var nationality: String? {
        get { box[0].nationality }
        _modify { yield &box[0].nationality }
    }
    /// Where pictures of the person are.
    public var picture: PictureLinks {
        get { box[0].picture }
        _modify { yield &box[0].picture }
    }
    /// When the person registered at the source, as ISO 8601 in UTC with milliseconds (`2011-09-28T22:27:24.121Z`).
    public var registered: String? {
        get { box[0].registered }
        _modify { yield &box[0].registered }
    }
    /// The lines of an imported vCard that have no field here, unfolded, in their order.
    public var lines: [String] {
        get { box[0].lines }
        _modify { yield &box[0].lines }
    }
    /// Whether a value of the source was changed here; marking a contact or putting it in a group is no change of it.
    public var isEdited: Bool {
        get { box[0].isEdited }
        _modify { yield &box[0].isEdited }
    }

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
        var fields = ContactFields(id: id, origin: origin, name: name, picture: picture)
        fields.gender = gender
        if let email { fields.emails = [ContactValue(email)] }
        switch (phone, cell) {
        case (let phone?, let cell?):
            fields.phones = [ContactValue(phone, types: Self.home), ContactValue(cell, types: Self.mobile)]
        case (let phone?, nil): fields.phones = [ContactValue(phone, types: Self.home)]
        case (nil, let cell?): fields.phones = [ContactValue(cell, types: Self.mobile)]
        case (nil, nil): break
        }
        if address != PostalAddress() { fields.addresses = [ContactAddress(address)] }
        fields.birthday = birthday
        fields.nationality = nationality
        fields.registered = registered
        fields.isEdited = isEdited
        box = [fields]
    }

    // Made once, for many contacts.
    private static let home = ["home"]
    private static let mobile = ["cell"]
}

extension Contact: Codable {
    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        box = [try ContactFields(from: decoder)]
    }

    /// Writes the fields under their names.
    public func encode(to encoder: any Encoder) throws {
        try box[0].encode(to: encoder)
    }
}
