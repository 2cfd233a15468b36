/// The columns of a contact, in the order in which statements read and bind them.
enum ContactColumns {
    /// The source's values.
    static let base = [
        "title", "first", "last", "gender", "email", "phone", "cell", "birthday", "street", "city", "state",
        "postcode", "country", "nationality", "picture_large", "picture_medium", "picture_thumbnail", "registered",
    ]

    static let keys = ["sort_last", "sort_first", "sort_birthday", "search_key", "search_text"]

    /// The start of a statement that reads contacts with ``contact(_:)``.
    static let select = "SELECT \(shown) \(tables)"

    /// The columns that ``contact(_:)`` reads.
    static let shown = "c.source, l.card, " + (["id"] + base).map { "c.\($0)" }.joined(separator: ", ")

    /// Returns a statement that reads contacts for ``contact(_:)``, excluding removed ones, each followed by `column`.
    static func select(_ conditions: [ContactFilterCondition], adding column: String = "NULL") -> String {
        let conditions = [isPresent] + conditions.map(\.sql)
        return "SELECT \(shown), \(column) \(tables) WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND ")
    }

    private static let card: Int32 = 1

    /// The number of columns that ``contact(_:)`` reads; further columns follow them.
    static let count = Int32(base.count + 3)

    static let tables = "FROM contact c LEFT JOIN contact_local l ON l.contact = c.number"

    /// The condition for contacts that haven't been removed.
    static let isPresent = "c.deleted_at IS NULL"

    /// Returns the contact in the row, with local edits applied.
    ///
    /// - Throws: ``UnreadableRecord`` if the local edits can't be read.
    static func contact(_ row: SQLiteStatement) throws -> Contact {
        let base = self.base(row)
        return row.isNull(card) ? base : try card(row, of: base.id, name: base.displayName).applied(to: base)
    }

    /// Returns the contact in the row; `nil` if its local edits can't be read, which is reported to `onUnreadable`.
    static func contact(_ row: SQLiteStatement, onUnreadable: UnreadableHandler) throws -> Contact? {
        do {
            return try contact(row)
        } catch let record as UnreadableRecord {
            onUnreadable(record)
            return nil
        }
    }

    /// Returns the local edits in the row; `column` contains the card.
    ///
    /// - Throws: ``UnreadableRecord`` if they can't be read.
    static func card(
        _ row: SQLiteStatement,
        at column: Int32 = card,
        of id: ContactID,
        name: @autoclosure () -> String = ""
    ) throws -> ContactCard {
        guard let json = row.text(column) else { return ContactCard() }
        if let card = try? ContactCard(json: json) { return card }
        let name = name()
        throw UnreadableRecord(kind: .card, contact: id, name: name.isEmpty ? nil : name)
    }

    /// Returns the source's values in the row.
    static func base(_ row: SQLiteStatement) -> Contact {
        let id = ContactID(rawValue: row.text(2) ?? "")
        guard !row.isNull(0) else { return StoredContact.emptyBase(id) }
        return Contact(
            id: id,
            name: PersonName(title: row.text(3), first: row.text(4), last: row.text(5)),
            gender: row.text(6),
            email: row.text(7),
            phone: row.text(8),
            cell: row.text(9),
            birthday: row.text(10),
            address: PostalAddress(
                street: row.text(11),
                city: row.text(12),
                state: row.text(13),
                postcode: row.text(14),
                country: row.text(15)
            ),
            nationality: row.text(16),
            picture: PictureLinks(large: row.text(17), medium: row.text(18), thumbnail: row.text(19)),
            registered: row.text(20)
        )
    }

    /// Returns the sort keys and search words, in the order of ``keys``.
    static func arguments(_ keys: ContactKeys) -> [(any SQLiteArgument)?] {
        [keys.order.last, keys.order.first, keys.order.birthday, keys.words.key, keys.words.text]
    }

    /// Returns the source's values, in the order of ``base``.
    static func arguments(_ contact: Contact) -> [(any SQLiteArgument)?] {
        let (name, address, picture) = (contact.name, contact.address, contact.picture)
        return [
            name.title, name.first, name.last, contact.gender, contact.email, contact.phone, contact.cell,
            contact.birthday, address.street, address.city, address.state, address.postcode, address.country,
            contact.nationality, picture.large, picture.medium, picture.thumbnail, contact.registered,
        ]
    }
}
