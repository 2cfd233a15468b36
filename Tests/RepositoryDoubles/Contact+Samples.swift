public import Repository

/// Identifiers are written as literals in tests.
extension ContactID: ExpressibleByStringInterpolation {
    /// Takes the text as it is.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Contact {
    /// A contact of which everything is known.
    package static let complete = Contact(
        id: ContactID(rawValue: "1c41a2b0-0000-4000-8000-000000000001"),
        name: PersonName(title: "Madame", first: "Zoë", last: "D'Argent"),
        gender: "female",
        email: "zoe.dargent@example.com",
        phone: "075 123 45 67",
        cell: "079 765 43 21",
        birthday: "1984-11-12",
        address: PostalAddress(
            street: "4616 Rue du Bât-D'Argent",
            city: "Genève",
            state: "Genève",
            postcode: "68000",
            country: "Switzerland"
        ),
        nationality: "CH",
        picture: PictureLinks(
            large: "https://example.com/l.jpg",
            medium: "https://example.com/m.jpg",
            thumbnail: "https://example.com/t.jpg"
        ),
        registered: "2011-09-28T22:27:24.121Z"
    )

    /// A contact with an identifier and what `change` sets.
    package static func made(
        _ id: ContactID = "1",
        origin: ContactOrigin = .source,
        _ change: (inout Contact) -> Void = { _ in }
    ) -> Contact {
        var contact = Contact(id: id, origin: origin)
        change(&contact)
        return contact
    }

    /// A contact with nothing but an identifier.
    package static let unknown = Contact(id: ContactID(rawValue: "1c41ffff-0000-4000-8000-000000000002"))

    package static func numbered(_ number: Int) -> Contact {
        Contact(id: "id-\(number)", name: PersonName(first: "First \(number)", last: "Last \(number)"))
    }
}
