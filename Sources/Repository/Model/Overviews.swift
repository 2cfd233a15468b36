public import Primitives

/// What a store holds, in numbers.
public struct StoreOverview: Codable, Equatable, Sendable {
    /// All contacts that are shown.
    public var contacts = 0
    /// The contacts that were typed or imported here.
    public var local = 0
    /// The contacts of the source with local changes.
    public var edited = 0
    /// The contacts of the source that were removed here.
    public var removed = 0
    /// The favorites.
    public var favorites = 0
    /// The contacts with an e-mail address.
    public var withEmail = 0
    /// The contacts with a telephone number of any kind.
    public var withPhone = 0
    /// The contacts with a postal address.
    public var withAddress = 0
    /// The contacts with a date of birth.
    public var withBirthday = 0
    /// The contacts by group.
    public var categories: [String: Int] = [:]
    /// The contacts by nationality.
    public var nationalities: [String: Int] = [:]
    /// The contacts by country.
    public var countries: [String: Int] = [:]
    /// The contacts by gender.
    public var genders: [String: Int] = [:]
    /// The pages that were fetched from the source.
    public var pages = 0
    /// The steps of history, undone ones too.
    public var steps = 0

    /// Creates an overview of nothing.
    public init() {}

    /// Adds what another store holds.
    public mutating func add(_ other: StoreOverview) {
        for path in [
            \StoreOverview.contacts, \.local, \.edited, \.removed, \.favorites, \.withEmail, \.withPhone, \.withAddress,
            \.withBirthday, \.pages, \.steps,
        ] {
            self[keyPath: path] += other[keyPath: path]
        }
        for path in [\StoreOverview.categories, \.nationalities, \.countries, \.genders] {
            self[keyPath: path].merge(other[keyPath: path], uniquingKeysWith: +)
        }
    }

    /// Adds groups that may be without contacts.
    mutating func addGroups(_ names: [String]) {
        guard !names.isEmpty else { return }
        var known = Set(categories.keys.map(FoldedText.key))
        for name in names where known.insert(FoldedText.key(name)).inserted { categories[name] = 0 }
    }

    /// Counts a contact that is shown.
    package mutating func count(_ contact: Contact) {
        contacts += 1
        if contact.origin == .local { local += 1 }
        if contact.isEdited { edited += 1 }
        if contact.isFavorite { favorites += 1 }
        if !contact.emails.isEmpty { withEmail += 1 }
        if !contact.phones.isEmpty { withPhone += 1 }
        if !contact.addresses.isEmpty { withAddress += 1 }
        if contact.birthday?.isEmpty == false { withBirthday += 1 }
        for category in contact.categories { categories[category, default: 0] += 1 }
        if let nationality = contact.nationality { nationalities[nationality, default: 0] += 1 }
        if let country = contact.address.country { countries[country, default: 0] += 1 }
        if let gender = contact.gender { genders[gender, default: 0] += 1 }
    }
}

/// What a store holds of the fetched pages, in numbers.
public struct CacheOverview: Equatable, Sendable {
    /// The pages that are held.
    public var pages = 0
    /// The contacts of sources that are shown.
    public var people = 0
    /// The ones without local changes, which can be deleted and fetched again.
    public var clearable = 0
    /// When the last page was fetched; `nil` when no page is held.
    public var lastFetch: Date?
}
