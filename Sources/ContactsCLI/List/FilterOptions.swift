import ArgumentParser
import Bloc
import Foundation
import Repository

/// Which contacts a command is about: terms of the query language, and options that narrow further.
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

    @Flag(name: .customLong("favorite"), help: "Only favourites.")
    var favorites = false

    @Option(
        name: .customLong("birthday-within"),
        help: ArgumentHelp("Only those with a birthday today or in the next days, 0 to 366.", valueName: "days")
    )
    var birthdayDays: Int?

    @Option(
        name: .customLong("updated-since"),
        help: ArgumentHelp("Only those that changed since then: YYYY-MM-DD, or with a time.", valueName: "date")
    )
    var updatedSince: String?

    func validate() throws {
        for code in codes where !(1...8).contains(code.utf8.count) || !code.allSatisfy({ $0.isASCII && $0.isLetter }) {
            throw ValidationError("The value '\(code)' of --nat is no nationality. Give two letters, such as de.")
        }
        if let birthdayDays, !(0...366).contains(birthdayDays) {
            throw ValidationError(
                "The value '\(birthdayDays)' of --birthday-within is not from 0 to 366. Give such a number."
            )
        }
        if let updatedSince, UTCDate(text: updatedSince) == nil {
            throw ValidationError(
                "The value '\(updatedSince)' of --updated-since is no date. Give one such as 2026-01-31."
            )
        }
    }

    /// Whether nothing was asked for, so that everybody is meant.
    var isEmpty: Bool {
        terms.isEmpty && nationalities.isEmpty && gender == nil && city == nil && country == nil
            && group == nil && !favorites && birthdayDays == nil && updatedSince == nil
    }

    /// The filter that the options describe.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the terms cannot be read.
    func filter() throws -> ContactFilter { try choice.filter() }

    /// What was asked for, in a form that can be kept.
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
