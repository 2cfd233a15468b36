public import struct Foundation.Date

/// Which contacts are wanted; what is empty or `nil` leaves nobody out.
public struct ContactFilter: Hashable, Codable, Sendable {
    /// Words that must all be found anywhere in what is searched (names, addresses, numbers, organization, groups, note),
    /// each as the beginning of a word, in any order, without regard to case, accents and script.
    public var text: String
    /// The nationalities, as two letters, without regard to case.
    public var nationalities: Set<String>
    /// The gender, without regard to case.
    public var gender: String?
    /// The city of an address, without regard to case and accents.
    public var city: String?
    /// The country of an address, without regard to case and accents.
    public var country: String?
    /// The group, without regard to case and accents.
    public var category: String?
    /// Whether only favourites are wanted.
    public var favorites: Bool
    /// The days in which birthdays fall, year left out.
    public var birthdays: BirthdayRange?
    /// When the contact was changed here or at the source, at the earliest.
    public var updatedSince: Date?
    /// What the query language says; ``ContactQueryParser`` makes it.
    public var expression: ContactExpression?

    /// Creates a filter; without arguments it leaves nobody out.
    public init(
        text: String = "",
        nationalities: Set<String> = [],
        gender: String? = nil,
        city: String? = nil,
        country: String? = nil,
        category: String? = nil,
        favorites: Bool = false,
        birthdays: BirthdayRange? = nil,
        updatedSince: Date? = nil,
        expression: ContactExpression? = nil
    ) {
        self.text = text
        self.nationalities = nationalities
        self.gender = gender
        self.city = city
        self.country = country
        self.category = category
        self.favorites = favorites
        self.birthdays = birthdays
        self.updatedSince = updatedSince
        self.expression = expression
    }
}
