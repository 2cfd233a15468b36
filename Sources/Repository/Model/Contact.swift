/// A contact as it is shown: the values of the source or of the user, with local edits applied.
///
/// Texts are byte for byte what the source sent; only ``PostalAddress/street`` is composed here. Unknown values are `nil`
/// or empty. ``email``, ``phone``, ``cell`` and ``address`` are the first of several to show.
public struct Contact: Identifiable, Sendable {
    private enum Box {
        /// An array of one element: a contact is large and copied often, and an array is shared until it is written to.
        case fields([ContactFields])
        /// The texts of the row, decoded on access: of most contacts only a few fields are read.
        case texts(ContactTexts)
    }

    private var box: Box

    /// The name of the book, where contacts of several books are listed together; it is not a value of the contact, and is
    /// neither stored nor compared.
    public var book: String?

    /// The identity in this store.
    public var id: ContactID {
        get { read({ $0.id }, { $0.id }) }
        _modify { yield &fields.id }
    }
    /// Where the contact came from.
    public var origin: ContactOrigin {
        get { read({ $0.origin }, { _ in .source }) }
        _modify { yield &fields.origin }
    }
    /// The UID that an imported contact came with, verbatim; without one, exports use `urn:uuid:` and ``id``.
    public var uid: String? {
        get { read({ $0.uid }, { _ in nil }) }
        _modify { yield &fields.uid }
    }
    /// The parts of the name.
    public var name: PersonName {
        get { read({ $0.name }, { $0.name }) }
        _modify { yield &fields.name }
    }
    /// The nickname.
    public var nickname: String? {
        get { read({ $0.nickname }, { _ in nil }) }
        _modify { yield &fields.nickname }
    }
    /// The gender as the source names it, in randomuser's API `female` or `male`.
    public var gender: String? {
        get { read({ $0.gender }, { $0.gender }) }
        _modify { yield &fields.gender }
    }
    /// The pronouns, such as `they/them`.
    public var pronouns: String? {
        get { read({ $0.pronouns }, { _ in nil }) }
        _modify { yield &fields.pronouns }
    }
    /// The e-mail addresses.
    public var emails: [ContactValue] {
        get { read({ $0.emails }, { $0.emails }) }
        _modify { yield &fields.emails }
    }
    /// The telephone numbers, mobile ones with the type `cell`.
    public var phones: [ContactValue] {
        get { read({ $0.phones }, { $0.phones }) }
        _modify { yield &fields.phones }
    }
    /// The postal addresses.
    public var addresses: [ContactAddress] {
        get { read({ $0.addresses }, { $0.addresses }) }
        _modify { yield &fields.addresses }
    }
    /// The date of birth as `YYYY-MM-DD`, without a year `--MM-DD`, or text as it came.
    public var birthday: String? {
        get { read({ $0.birthday }, { $0.birthday }) }
        _modify { yield &fields.birthday }
    }
    /// The anniversary, written like ``birthday``.
    public var anniversary: String? {
        get { read({ $0.anniversary }, { _ in nil }) }
        _modify { yield &fields.anniversary }
    }
    /// The organization.
    public var organization: String? {
        get { read({ $0.organization }, { _ in nil }) }
        _modify { yield &fields.organization }
    }
    /// The units of the organization, larger ones first.
    public var organizationUnits: [String] {
        get { read({ $0.organizationUnits }, { _ in [] }) }
        _modify { yield &fields.organizationUnits }
    }
    /// The position in the organization.
    public var jobTitle: String? {
        get { read({ $0.jobTitle }, { _ in nil }) }
        _modify { yield &fields.jobTitle }
    }
    /// What the person does there.
    public var role: String? {
        get { read({ $0.role }, { _ in nil }) }
        _modify { yield &fields.role }
    }
    /// A note.
    public var note: String? {
        get { read({ $0.note }, { _ in nil }) }
        _modify { yield &fields.note }
    }
    /// Web addresses.
    public var urls: [String] {
        get { read({ $0.urls }, { _ in [] }) }
        _modify { yield &fields.urls }
    }
    /// The groups that the contact is in.
    public var categories: [String] {
        get { read({ $0.categories }, { _ in [] }) }
        _modify { yield &fields.categories }
    }
    /// Whether the user marked the contact as a favorite.
    public var isFavorite: Bool {
        get { read({ $0.isFavorite }, { _ in false }) }
        _modify { yield &fields.isFavorite }
    }
    /// A picture that an imported contact came with.
    public var photo: ContactPhoto? {
        get { read({ $0.photo }, { _ in nil }) }
        _modify { yield &fields.photo }
    }
    /// The nationality as two upper-case letters, or `LEGO`.
    public var nationality: String? {
        get { read({ $0.nationality }, { $0.nationality }) }
        _modify { yield &fields.nationality }
    }
    /// Where pictures of the person are.
    public var picture: PictureLinks {
        get { read({ $0.picture }, { $0.picture }) }
        _modify { yield &fields.picture }
    }
    /// When the person registered at the source, as ISO 8601 in UTC with milliseconds (`2011-09-28T22:27:24.121Z`).
    public var registered: String? {
        get { read({ $0.registered }, { $0.registered }) }
        _modify { yield &fields.registered }
    }
    /// The lines of an imported vCard that have no field here, unfolded, in their order.
    public var lines: [String] {
        get { read({ $0.lines }, { _ in [] }) }
        _modify { yield &fields.lines }
    }
    /// Whether a value of the source was changed here; favorite marks and groups do not count.
    public var isEdited: Bool {
        get { read({ $0.isEdited }, { _ in false }) }
        _modify { yield &fields.isEdited }
    }

    /// Creates a contact with the given values and no others.
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
        fields.phones = ContactValue.phones(phone, cell)
        if address != PostalAddress() { fields.addresses = [ContactAddress(address)] }
        fields.birthday = birthday
        fields.nationality = nationality
        fields.registered = registered
        fields.isEdited = isEdited
        box = .fields([fields])
    }

    /// Creates a contact from the stored row of a contact of the source.
    init(_ texts: ContactTexts) {
        box = .texts(texts)
    }

}

extension Contact {
    private var fields: ContactFields {
        get { read({ $0 }, ContactFields.init) }
        _modify {
            var unpacked: [ContactFields] =
                switch box {
                case .fields(let fields): fields
                case .texts(let texts): [ContactFields(texts)]
                }
            // Without this, the array would have two owners and the write would copy it.
            box = .fields([])
            defer { box = .fields(unpacked) }
            yield &unpacked[0]
        }
    }

    @inline(__always)
    private func read<Value>(_ fields: (ContactFields) -> Value, _ texts: (ContactTexts) -> Value) -> Value {
        switch box {
        case .fields(let box): fields(box[0])
        case .texts(let box): texts(box)
        }
    }

    /// The texts of the row, while the contact has not been changed since it was read.
    var storedTexts: ContactTexts? { read({ _ in nil }, { $0 }) }
}

extension Contact: Hashable {
    /// Whether both have the same values; texts are compared by canonical equivalence.
    public static func == (left: Contact, right: Contact) -> Bool {
        switch (left.box, right.box) {
        case (.fields(let left), .fields(let right)): left == right
        case (.texts(let left), .texts(let right)) where left == right: true
        default: left.fields == right.fields
        }
    }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) {
        fields.hash(into: &hasher)
    }
}

extension Contact: Codable {
    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        box = .fields([try ContactFields(from: decoder)])
    }

    /// Writes the fields under their names.
    public func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
    }
}

extension Contact {
    /// The e-mail address that is shown first.
    ///
    /// Setting it replaces that address, or adds one; `nil` removes it.
    public var email: String? {
        get { storedTexts.map(\.email) ?? Self.shown(emails)?.value }
        set { Self.set(newValue, in: &emails, newTypes: []) { _ in true } }
    }

    /// The telephone number that is shown first, mobile numbers left out.
    ///
    /// Setting it replaces that number, or adds one without a type; `nil` removes it.
    public var phone: String? {
        get { storedTexts.map(\.phone) ?? Self.shown(phones) { !$0.isMobile }?.value }
        set { Self.set(newValue, in: &phones, newTypes: []) { !$0.isMobile } }
    }

    /// The mobile number that is shown first.
    ///
    /// Setting it replaces that number, or adds one; `nil` removes it.
    public var cell: String? {
        get { storedTexts.map(\.cell) ?? Self.shown(phones, where: \.isMobile)?.value }
        set { Self.set(newValue, in: &phones, newTypes: ["cell"], where: \.isMobile) }
    }

    /// The postal address that is shown first; without one, an address without parts.
    ///
    /// Setting it replaces that address, or adds one; an address without parts removes it.
    public var address: PostalAddress {
        get { storedTexts?.address ?? shownAddress.map { addresses[$0].address } ?? PostalAddress() }
        set {
            let isEmpty = newValue == PostalAddress()
            switch shownAddress {
            case let index? where isEmpty: addresses.remove(at: index)
            case let index?: addresses[index].address = newValue
            case nil where isEmpty: break
            case nil: addresses.append(ContactAddress(newValue))
            }
        }
    }

    private var shownAddress: Int? {
        addresses.firstIndex(where: \.isPreferred) ?? (addresses.isEmpty ? nil : 0)
    }

    private static func shown(
        _ values: [ContactValue],
        where isWanted: (ContactValue) -> Bool = { _ in true }
    ) -> ContactValue? {
        values.first { $0.isPreferred && isWanted($0) } ?? values.first(where: isWanted)
    }

    private static func set(
        _ value: String?,
        in values: inout [ContactValue],
        newTypes: [String],
        where isWanted: (ContactValue) -> Bool
    ) {
        let index = values.firstIndex { $0.isPreferred && isWanted($0) } ?? values.firstIndex(where: isWanted)
        switch (index, value) {
        case (let index?, let value?): values[index].value = value
        case (let index?, nil): values.remove(at: index)
        case (nil, let value?): values.append(ContactValue(value, types: newTypes))
        case (nil, nil): break
        }
    }
}

extension ContactValue {
    /// Whether this is the number of a mobile telephone.
    fileprivate var isMobile: Bool { types.contains("cell") }
}

/// The stored values of a ``Contact``, where they are documented.
struct ContactFields: Hashable, Codable, Sendable {
    var id: ContactID
    var origin: ContactOrigin
    var uid: String?
    var name: PersonName
    var nickname: String?
    var gender: String?
    var pronouns: String?
    var emails: [ContactValue] = []
    var phones: [ContactValue] = []
    var addresses: [ContactAddress] = []
    var birthday: String?
    var anniversary: String?
    var organization: String?
    var organizationUnits: [String] = []
    var jobTitle: String?
    var role: String?
    var note: String?
    var urls: [String] = []
    var categories: [String] = []
    var isFavorite: Bool = false
    var photo: ContactPhoto?
    var nationality: String?
    var picture: PictureLinks
    var registered: String?
    var lines: [String] = []
    var isEdited: Bool = false
}
