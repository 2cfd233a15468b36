import ArgumentParser
import Bloc
import Foundation
import Repository

/// Chooses contacts by terms of the query language and by options.
struct FilterOptions: ParsableArguments, Sendable {
    @Argument(
        help: ArgumentHelp(
            "What to look for: words, field:word, \"two words\", -word, OR and parentheses.",
            valueName: "term"
        ),
        completion: ContactSelection.completion
    )
    var terms: [String] = []

    @Option(
        name: .customLong("nat"),
        help: ArgumentHelp("Only these nationalities, such as de or de,fr. Repeatable.", valueName: "code")
    )
    var nationalities: [String] = []

    @Option(help: ArgumentHelp("Only this gender.", valueName: "gender"))
    var gender: String?

    @Option(help: ArgumentHelp("Only this city.", valueName: "city"))
    var city: String?

    @Option(help: ArgumentHelp("Only this country.", valueName: "country"))
    var country: String?

    @Option(help: ArgumentHelp("Only this group.", valueName: "group"))
    var group: String?

    @Flag(name: .customLong("favorite"), help: "Only favorites.")
    var favorites = false

    @Option(
        name: .customLong("birthday-within"),
        help: ArgumentHelp("Only contacts with a birthday today or in the next days, 0 to 366.", valueName: "days")
    )
    var birthdayDays: Int?

    @Option(
        name: .customLong("updated-since"),
        help: ArgumentHelp("Only contacts that changed since then: YYYY-MM-DD, or with a time.", valueName: "date")
    )
    var updatedSince: String?

    func validate() throws {
        for code in codes where !(1...8).contains(code.utf8.count) || !code.allSatisfy({ $0.isASCII && $0.isLetter }) {
            throw ValidationError("The value '\(code)' of --nat is not a nationality. Give two letters, such as de.")
        }
        if let birthdayDays, !(0...366).contains(birthdayDays) {
            throw ValidationError(
                "The value '\(birthdayDays)' of --birthday-within is out of range. Give 0 to 366."
            )
        }
        if let updatedSince, UTCDate(text: updatedSince) == nil {
            throw ValidationError(
                "The value '\(updatedSince)' of --updated-since is not a date. Use YYYY-MM-DD, for example 2026-01-31."
            )
        }
    }

    /// Whether no filter was given, so that all contacts match.
    var isEmpty: Bool {
        terms.isEmpty && nationalities.isEmpty && gender == nil && city == nil && country == nil
            && group == nil && !favorites && birthdayDays == nil && updatedSince == nil
    }

    /// The filter that the options describe.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the terms cannot be read.
    func filter() throws -> ContactFilter { try choice.filter() }

    /// The filters in a form that can be stored.
    var choice: FilterChoice {
        @Injected(\.app.calendar) var calendar
        return FilterChoice(
            terms: terms,
            nationalities: codes,
            gender: gender,
            city: city,
            country: country,
            group: group,
            favorites: favorites,
            birthdayDays: birthdayDays,
            updatedSince: updatedSince,
            day: birthdayDays.map { _ in calendar.localNow }
        )
    }

    private var codes: [String] {
        nationalities.flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
    }
}

/// The filters of a command line as they were typed, so that a later run can repeat them.
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
    /// The number of days within which birthdays are included.
    var birthdayDays: Int?
    /// A valid date.
    var updatedSince: String?
    /// The first day for birthdays; a later run uses the same.
    var day: Date?

    /// Whether the filters are the same, on whatever day they were given.
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
