import Foundation
import Repository

/// Which contacts somebody asked for, as it was typed, so that a later run can ask for the same.
struct FilterChoice: Codable, Equatable, Sendable {
    /// The terms of the query language.
    var terms: [String] = []
    /// The codes of nationalities.
    var nationalities: [String] = []
    var gender: String?
    var city: String?
    var country: String?
    var group: String?
    var favorites = false
    /// How near birthdays are.
    var birthdayDays: Int?
    /// A date that can be read.
    var updatedSince: String?
    /// The day from which on birthdays are looked for; a later run looks from the same.
    var day: Date?

    /// Whether this asks for the same, on whatever day.
    func asksSame(as other: FilterChoice) -> Bool {
        var other = other
        other.day = day
        return other == self
    }

    /// The filter that the choice describes.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the terms cannot be read.
    func filter() throws -> ContactFilter {
        ContactFilter(
            nationalities: Set(nationalities),
            gender: gender,
            city: city,
            country: country,
            category: group,
            favorites: favorites,
            birthdays: day.flatMap { day in birthdayDays.map { BirthdayRange(days: $0, from: day) } },
            updatedSince: updatedSince.flatMap { UTCDate(text: $0) }.map {
                Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)
            },
            expression: try ContactQueryParser.parse(terms)
        )
    }
}
