import GRDB
import Repository

/// A contact as a GRDB record with all columns of the store's row.
struct ContactRow: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "contact"
    static let fields = [
        "title", "first", "last", "gender", "email", "phone", "cell", "birthday", "street", "city", "state", "postcode",
        "country", "nationality", "picture_large", "picture_medium", "picture_thumbnail", "registered",
    ]

    private enum CodingKeys: String, CodingKey {
        case number, id, source, page, position, title, first, last, gender, email, phone, cell, birthday, street, city
        case state, postcode, country, nationality, registered
        case updatedAt = "updated_at"
        case pictureLarge = "picture_large"
        case pictureMedium = "picture_medium"
        case pictureThumbnail = "picture_thumbnail"
        case sortLast = "sort_last"
        case sortFirst = "sort_first"
        case sortBirthday = "sort_birthday"
        case searchKey = "search_key"
        case searchText = "search_text"
    }

    var number: Int64?
    var id: String
    var source: Int64? = 1
    var page: Int64? = 1
    var position: Int64? = 1
    var updatedAt: Int64 = 0
    var title, first, last, gender, email, phone, cell, birthday, street, city, state, postcode: String?
    var country, nationality, pictureLarge, pictureMedium, pictureThumbnail, registered: String?
    var sortLast, sortFirst, sortBirthday, searchKey, searchText: String

    init(_ contact: Contact, id: String) {
        self.id = id
        title = contact.name.title
        first = contact.name.first
        last = contact.name.last
        gender = contact.gender
        email = contact.email
        phone = contact.phone
        cell = contact.cell
        birthday = contact.birthday
        street = contact.address.street
        city = contact.address.city
        state = contact.address.state
        postcode = contact.address.postcode
        country = contact.address.country
        nationality = contact.nationality
        pictureLarge = contact.picture.large
        pictureMedium = contact.picture.medium
        pictureThumbnail = contact.picture.thumbnail
        registered = contact.registered
        let keys = SortKeys(contact)
        let words = SearchWords(contact)
        (sortLast, sortFirst, sortBirthday) = (keys.last, keys.first, keys.birthday)
        (searchKey, searchText) = (words.key, words.text)
    }

    /// The texts in the order of ``BareStore/columns``.
    var texts: [String?] {
        [
            id, title, first, last, gender, email, phone, cell, birthday, street, city, state, postcode, country,
            nationality, pictureLarge, pictureMedium, pictureThumbnail, registered, sortLast, sortFirst,
            sortBirthday, searchKey, searchText,
        ]
    }
}
