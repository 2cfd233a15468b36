package import Primitives

/// Statistics about the contents of a store.
public struct StoreOverview: Codable, Equatable, Sendable {
    /// All visible contacts.
    package var contacts = 0
    package var local = 0
    /// The contacts of the source with local changes.
    package var edited = 0
    /// The contacts of the source that were removed here.
    package var removed = 0
    package var favorites = 0
    package var withEmail = 0
    package var withPhone = 0
    package var withAddress = 0
    package var withBirthday = 0
    package var categories: [String: Int] = [:]
    package var nationalities: [String: Int] = [:]
    package var countries: [String: Int] = [:]
    package var genders: [String: Int] = [:]
    package var pages = 0
    /// The history steps, including undone ones.
    package var steps = 0

    package init() {}

    package mutating func add(_ other: StoreOverview) {
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

    /// Adds groups, which may not have any contacts.
    mutating func addGroups(_ names: [String]) {
        guard !names.isEmpty else { return }
        var known = Set(categories.keys.map(FoldedText.key))
        for name in names where known.insert(FoldedText.key(name)).inserted { categories[name] = 0 }
    }

    /// Counts a visible contact.
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

/// Statistics about the fetched pages in a store.
public struct CacheOverview: Equatable, Sendable {
    package var pages = 0
    /// The visible contacts of sources.
    package var people = 0
    /// Those without local changes, which can be deleted and fetched again.
    package var clearable = 0
    /// The time of the last fetch; `nil` if no page is stored.
    package var lastFetch: Date?
}
