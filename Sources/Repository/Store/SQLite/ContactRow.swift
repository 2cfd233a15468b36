/// The values of the source for a contact, as the texts of a row.
struct ContactTexts: Equatable, Sendable {
    /// The indexes of the texts: the identifier, then ``ContactColumns/base``; further texts are ignored.
    private enum Column: Int {
        case id, title, first, last, gender, email, phone, cell, birthday, street, city, state, postcode, country
        case nationality, pictureLarge, pictureMedium, pictureThumbnail, registered
    }

    private let texts: PackedTexts

    init(_ texts: PackedTexts) {
        self.texts = texts
    }

    private subscript(column: Column) -> String? { texts[column.rawValue] }

    /// The bytes of memory of the texts.
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
    /// Creates the fields from the texts.
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

/// The row of a person: the values of the source, sort keys and search words.
struct PersonRow: Equatable, Sendable {
    /// The identifier, ``ContactColumns/base``, and the texts of ``ContactColumns/keys``.
    let texts: PackedTexts
    /// The keys among ``texts``.
    let keys: ContactKeys

    /// The index in ``texts`` of the first value after the identifier.
    static let firstOfBase = 1

    /// Creates the row from the values of the source, with the keys of the contact with local edits applied.
    init(_ contact: Contact, _ keys: ContactKeys) {
        texts = PackedTexts(
            [contact.id.rawValue] + ContactColumns.texts(of: contact) + ContactColumns.texts(of: keys)
        )
        self.keys = keys
    }

    /// The values of the source.
    var contact: Contact { Contact(ContactTexts(texts)) }
}
