/// A contact as displayed: the source's or the user's values, with local edits applied.
///
/// Texts are exactly as the source sent them; only ``PostalAddress/street`` is composed here. Unknown values are `nil`
/// or empty. ``email``, ``phone``, ``cell`` and ``address`` are the preferred or first ones for display.
public struct Contact: Identifiable, Hashable, Codable, Sendable {
    /// The identifier in this store.
    public var id: ContactID
    package var origin: ContactOrigin
    /// The original UID of an imported contact, verbatim; without one, exports use `urn:uuid:` and ``id``.
    package var uid: String?
    package var name: PersonName
    package var nickname: String?
    /// The gender as the source states it; in randomuser's API, `female` or `male`.
    package var gender: String?
    /// The pronouns, such as `they/them`.
    package var pronouns: String?
    package var emails: [ContactValue] = []
    /// The telephone numbers; mobile ones have the type `cell`.
    package var phones: [ContactValue] = []
    package var addresses: [ContactAddress] = []
    /// The date of birth as `YYYY-MM-DD`, as `--MM-DD` without a year, or as the original text.
    package var birthday: String?
    /// The anniversary, written like ``birthday``.
    package var anniversary: String?
    package var organization: String?
    /// The organizational units, the largest first.
    package var organizationUnits: [String] = []
    package var jobTitle: String?
    package var role: String?
    package var note: String?
    package var urls: [String] = []
    /// The groups that contain the contact.
    package var categories: [String] = []
    package var isFavorite = false
    package var photo: ContactPhoto?
    /// The nationality as two uppercase letters, or `LEGO`.
    package var nationality: String?
    package var picture: PictureLinks
    /// The time of registration at the source, as ISO 8601 in UTC with milliseconds (`2011-09-28T22:27:24.121Z`).
    package var registered: String?
    /// The lines of an imported vCard that have no field here, unfolded, in their original order.
    package var lines: [String] = []
    /// Whether a value from the source was changed here; favorite marks and groups don't count.
    package var isEdited = false
    /// The name of the book if contacts of several books are listed together; it isn't stored.
    package var book: String?

    /// Creates a contact with the given values only.
    package init(
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
        origin: ContactOrigin = .source
    ) {
        self.id = id
        self.origin = origin
        self.name = name
        self.gender = gender
        if let email { emails = [ContactValue(email)] }
        phones = ContactValue.phones(phone, cell)
        if address != PostalAddress() { addresses = [ContactAddress(address)] }
        self.birthday = birthday
        self.nationality = nationality
        self.picture = picture
        self.registered = registered
    }

    /// The e-mail address to display first.
    ///
    /// Setting it replaces that address, or adds one; `nil` removes it.
    package var email: String? {
        get { Self.shown(emails)?.value }
        set { Self.set(newValue, in: &emails, newTypes: []) { _ in true } }
    }

    /// The telephone number to display first, ignoring mobile numbers.
    ///
    /// Setting it replaces that number, or adds one without a type; `nil` removes it.
    package var phone: String? {
        get { Self.shown(phones) { !$0.isMobile }?.value }
        set { Self.set(newValue, in: &phones, newTypes: []) { !$0.isMobile } }
    }

    /// The mobile number to display first.
    ///
    /// Setting it replaces that number, or adds one; `nil` removes it.
    package var cell: String? {
        get { Self.shown(phones, where: \.isMobile)?.value }
        set { Self.set(newValue, in: &phones, newTypes: ["cell"], where: \.isMobile) }
    }

    /// The postal address to display first; an empty address if there isn't one.
    ///
    /// Setting it replaces that address, or adds one; an empty address removes it.
    package var address: PostalAddress {
        get { shownAddress.map { addresses[$0].address } ?? PostalAddress() }
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

extension Contact {
    /// The name used to list, sort, select and report the contact.
    ///
    /// The first of these that is known: the name (``PersonName/whole(withTitle:)``), the nickname, the organization,
    /// the e-mail address, the telephone number. Empty only for a contact without any of them.
    package var displayName: String { displayName(withTitle: false) }

    /// Returns ``displayName``, with the title (such as `Dr.`) before a name composed of its parts.
    package func displayName(withTitle: Bool) -> String {
        let whole = name.whole(withTitle: withTitle)
        return whole.isEmpty ? standInName : whole
    }

    /// The name composed from the other fields, ignoring ``PersonName/formatted``, with the title.
    package var composedName: String {
        let parts = name.joined(withTitle: true)
        return parts.isEmpty ? standInName : parts
    }

    /// The substitute for a missing name; empty if nothing is suitable.
    var standInName: String {
        [nickname, organization, email, phone ?? cell].lazy.compactMap { $0 }.first { !$0.isBlank } ?? ""
    }

    /// The contact's original UID, or else its UID in exports; with and without the URN scheme.
    var searchedIdentifiers: [String] { [exportedUID] + (exportedUID.withoutURN.map { [$0] } ?? []) }

    package var exportedUID: String { uid ?? "urn:uuid:\(id)" }

    /// The contact's own country: that of the address to display, or else of the nationality.
    package var phoneRegion: PhoneRegion? {
        address.country.flatMap { PhoneRegion(named: $0) } ?? nationality.flatMap { PhoneRegion($0) }
    }
}

extension PersonName {
    /// Returns the formatted name, or else the known parts separated by spaces.
    package func whole(withTitle: Bool = false) -> String {
        if let formatted, !formatted.isBlank { return formatted }
        return joined(withTitle: withTitle)
    }

    /// Returns the known parts separated by spaces.
    func joined(withTitle: Bool) -> String {
        let parts = [first, middle, last, suffix].compactMap { $0 }.filter { !$0.isBlank }
        // A title alone isn't a name.
        let title = parts.isEmpty || !withTitle ? [] : [title].compactMap { $0 }.filter { !$0.isBlank }
        return (title + parts).joined(separator: " ")
    }

    private static let courtesies: Set<String> = [
        "mr", "mrs", "ms", "miss", "mx", "sir", "madam", "herr", "frau", "m", "mme", "mlle", "monsieur", "madame",
        "mademoiselle", "sr", "sra", "senor", "senora", "signor", "signora", "dhr", "mevr", "hr", "fr",
    ]

    /// The parts as one text, and the formatted name from another program.
    ///
    /// Common titles are left out, because a search for their first letter would find nearly every contact.
    var searchedTexts: [String] {
        let isTitle = title.map { !Self.courtesies.contains(FoldedText.key($0.filter { $0 != "." })) } ?? false
        let parts = [isTitle ? title : nil, first, middle, last, suffix].compactMap { $0 }
        return (parts.isEmpty ? [] : [parts.joined(separator: " ")]) + (formatted.map { [$0] } ?? [])
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
