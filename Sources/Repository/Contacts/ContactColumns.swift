/// The columns of a contact as the statements name them, read and bound in one order.
enum ContactColumns {
    /// What the source says.
    static let base = [
        "title", "first", "last", "gender", "email", "phone", "cell", "birthday", "street", "city", "state",
        "postcode", "country", "nationality", "picture_large", "picture_medium", "picture_thumbnail", "registered",
    ]

    /// The start of a statement that reads contacts with ``contact(_:)``.
    static let select =
        "SELECT c.id, o.contact IS NOT NULL, o.first, o.last, o.email, o.phone, "
        + base.map { "c.\($0)" }.joined(separator: ", ")
        + " FROM contact c LEFT JOIN contact_override o ON o.contact = c.number"

    /// The contact in the row as it is shown.
    static func contact(_ row: borrowing SQLiteStatement) -> Contact {
        let base = self.base(row)
        return row.integer(1) == 0 ? base : override(row).applied(to: base)
    }

    /// What was typed here.
    static func override(_ row: borrowing SQLiteStatement) -> ContactOverride {
        ContactOverride(first: row.text(2), last: row.text(3), email: row.text(4), phone: row.text(5))
    }

    /// What the source says.
    static func base(_ row: borrowing SQLiteStatement) -> Contact {
        Contact(
            id: ContactID(rawValue: row.text(0) ?? ""),
            name: PersonName(title: row.text(6), first: row.text(7), last: row.text(8)),
            gender: row.text(9),
            email: row.text(10),
            phone: row.text(11),
            cell: row.text(12),
            birthday: row.text(13),
            address: PostalAddress(
                street: row.text(14),
                city: row.text(15),
                state: row.text(16),
                postcode: row.text(17),
                country: row.text(18)
            ),
            nationality: row.text(19),
            picture: PictureLinks(large: row.text(20), medium: row.text(21), thumbnail: row.text(22)),
            registered: row.text(23)
        )
    }

    /// Binds what the source says from the argument `index` on, in the order of ``base``.
    static func bind(_ contact: Contact, to statement: borrowing SQLiteStatement, from index: Int32) throws {
        var index = index
        func next(_ text: String?) throws {
            try statement.bind(text, at: index)
            index += 1
        }
        try next(contact.name.title)
        try next(contact.name.first)
        try next(contact.name.last)
        try next(contact.gender)
        try next(contact.email)
        try next(contact.phone)
        try next(contact.cell)
        try next(contact.birthday)
        try next(contact.address.street)
        try next(contact.address.city)
        try next(contact.address.state)
        try next(contact.address.postcode)
        try next(contact.address.country)
        try next(contact.nationality)
        try next(contact.picture.large)
        try next(contact.picture.medium)
        try next(contact.picture.thumbnail)
        try next(contact.registered)
    }
}
