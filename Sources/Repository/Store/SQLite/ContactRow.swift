/// What the source says of a contact, as a row of the store has it.
struct ContactTexts: Equatable, Sendable {
    /// The places of the texts: the identifier, then ``ContactColumns/base``; what comes behind is not looked at.
    private enum Column: Int {
        case id, title, first, last, gender, email, phone, cell, birthday, street, city, state, postcode, country
        case nationality, pictureLarge, pictureMedium, pictureThumbnail, registered
    }

    private let texts: PackedTexts

    init(_ texts: PackedTexts) {
        self.texts = texts
    }

    private subscript(column: Column) -> String? { texts[column.rawValue] }

    /// The bytes that are kept.
    var size: Int { texts.size }

    var id: ContactID { ContactID(rawValue: self[.id] ?? "") }
    var name: PersonName { PersonName(title: self[.title], first: self[.first], last: self[.last]) }
    var gender: String? { self[.gender] }
    var email: String? { self[.email] }
    var phone: String? { self[.phone] }
    var cell: String? { self[.cell] }
    var birthday: String? { self[.birthday] }
    var nationality: String? { self[.nationality] }
    var registered: String? { self[.registered] }

    var address: PostalAddress {
        PostalAddress(
            street: self[.street],
            city: self[.city],
            state: self[.state],
            postcode: self[.postcode],
            country: self[.country]
        )
    }

    var picture: PictureLinks {
        PictureLinks(large: self[.pictureLarge], medium: self[.pictureMedium], thumbnail: self[.pictureThumbnail])
    }

    var emails: [ContactValue] { email.map { [ContactValue($0)] } ?? [] }
    var phones: [ContactValue] { ContactValue.phones(phone, cell) }

    var addresses: [ContactAddress] {
        let address = address
        return address == PostalAddress() ? [] : [ContactAddress(address)]
    }
}

extension ContactFields {
    /// What the texts say.
    init(_ texts: ContactTexts) {
        self.init(id: texts.id, origin: .source, name: texts.name, picture: texts.picture)
        gender = texts.gender
        emails = texts.emails
        phones = texts.phones
        addresses = texts.addresses
        birthday = texts.birthday
        nationality = texts.nationality
        registered = texts.registered
    }
}

/// What the row of a person has: what the source says, and what orders and finds the person.
struct PersonRow: Equatable, Sendable {
    /// The identifier, ``ContactColumns/base``, and the texts of ``ContactColumns/keys``.
    let texts: PackedTexts
    /// How the words begin.
    let initials: WordPrefixMask

    /// The place in ``texts`` behind the identifier.
    static let firstOfBase = 1

    /// Makes the row of what the source says, with the keys of what is shown.
    init(_ contact: Contact, _ keys: ContactKeys) {
        texts = PackedTexts(
            [contact.id.rawValue] + ContactColumns.texts(of: contact) + ContactColumns.texts(of: keys)
        )
        initials = keys.initials
    }

    /// What the source says.
    var contact: Contact { Contact(ContactTexts(texts)) }

    /// The words by which the person is found.
    var words: SearchWords { SearchWords(key: texts[firstOfWords] ?? "", text: texts[firstOfWords + 1] ?? "") }

    /// The place in ``texts`` where the two of ``words`` begin.
    var firstOfWords: Int { texts.count - 2 }
}
