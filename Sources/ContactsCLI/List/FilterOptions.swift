import ArgumentParser
import Bloc
import BlocKit
import Primitives
import Repository

struct FilterOptions: ParsableArguments, Sendable {
    /// The help's name for a term, which identifies commands that accept terms.
    static let termName = "term"

    @Argument(
        help: .value(
            Self.termName,
            "What to look for: words, field:word, \"two words\", NOT word, OR and parentheses."
        ),
        completion: ContactSelection.completion
    )
    var terms: [String] = []

    @Option(help: .value("code", "Only these nationalities, such as de or de,fr. Repeatable."))
    var nat: [String] = []

    @Option(help: .value("gender", "Only this gender."))
    var gender: String?

    @Option(help: .value("city", "Only this city."))
    var city: String?

    @Option(help: .value("country", "Only this country."))
    var country: String?

    @Option(help: .value("group", "Only this group."))
    var group: String?

    @Flag(help: "Only favorites.")
    var favorite = false

    @Option(help: .value("days", "Only contacts with a birthday within this many days, 0 to 366."))
    var birthdayWithin: Int?

    @Option(
        help: .value(
            "date",
            "Only contacts changed since YYYY-MM-DD, also with a time, or 12h, 7d, 2w, 3m (months), 1y ago."
        )
    )
    var updatedSince: String?

    func validate() throws {
        for code in codes where !(1...8).contains(code.utf8.count) || !code.allSatisfy({ $0.isASCII && $0.isLetter }) {
            throw ValidationError("The value '\(code)' of --nat is not a nationality. Give two letters, such as de.")
        }
        try OptionNumber.check(birthdayWithin, of: "--birthday-within", in: 0...366)
        if let updatedSince, PointInTime.date(updatedSince, before: Date()) == nil {
            throw ValidationError(
                "The value '\(updatedSince)' of --updated-since is not a date. Use YYYY-MM-DD, for example 2026-01-31, "
                    + "or a time ago such as 7d (also h, w, m for months and y)."
            )
        }
    }

    /// Whether no filter was given, so that all contacts match.
    var isEmpty: Bool {
        terms.isEmpty && nat.isEmpty && gender == nil && city == nil && country == nil
            && group == nil && !favorite && birthdayWithin == nil && updatedSince == nil
    }

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
            favorites: favorite,
            birthdayDays: birthdayWithin,
            updatedSince: updatedSince,
            day: birthdayWithin.map { _ in calendar.localNow },
            time: updatedSince.map { _ in calendar.now() }
        )
    }

    private var codes: [String] {
        nat.flatMap { $0.split(separator: ",").map { $0.trimmed() } }
    }
}

/// The filters of a command line as typed, so that a later run can repeat them.
struct FilterChoice: Codable, Equatable, Sendable {
    var terms: [String] = []
    var nationalities: [String] = []
    var gender: String?
    var city: String?
    var country: String?
    var group: String?
    var favorites = false
    /// The number of days within which birthdays are included.
    var birthdayDays: Int?
    var updatedSince: String?
    /// The first day for birthdays; a later run uses the same.
    var day: Date?
    /// The time that ``updatedSince`` counts back from; a later run uses the same.
    var time: Date?

    /// Returns whether the filters are the same, regardless of the day they were given.
    func asksSame(as other: FilterChoice) -> Bool {
        var other = other
        other.day = day
        other.time = time
        return other == self
    }

    func filter() throws -> ContactFilter {
        let expression = try ContactQueryParser.parse(terms)
        var filter = ContactFilter(category: group, favorites: favorites, expression: expression)
        filter.nationalities = Set(nationalities)
        filter.gender = gender
        filter.city = city
        filter.country = country
        filter.birthdays = day.flatMap { day in birthdayDays.map { BirthdayRange(days: $0, from: day) } }
        filter.updatedSince = updatedSince.flatMap { PointInTime.date($0, before: time ?? Date()) }
        return filter
    }
}

/// A point in time as typed: a date, or an age such as `7d`.
enum PointInTime {
    private static let longest = 100_000

    /// Parses `2026-01-31`, with or without a time, or a number of hours (h), days (d), weeks (w), months (m) or years
    /// (y) before `now`; returns `nil` for other text.
    ///
    /// Months and years keep the time of day. Anything before the earliest date is clamped to that date.
    static func date(_ text: String, before now: Date) -> Date? {
        if let date = UTCDate(text: text) { return Date(timeIntervalSince1970: Double(date.milliseconds) / 1000) }
        let unit = text.drop { $0.isASCII && $0.isNumber }
        guard let count = Int(text.dropLast(unit.count)), count <= longest else { return nil }
        func hours(_ hours: Int) -> Date { now.addingTimeInterval(-3600 * Double(hours * count)) }
        func months(_ months: Int) -> Date {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
            let first = Date(timeIntervalSince1970: -62_135_596_800)
            return max(first, calendar.date(byAdding: .month, value: -months * count, to: now) ?? first)
        }
        return switch unit.lowercased() {
        case "h": hours(1)
        case "d": hours(24)
        case "w": hours(7 * 24)
        case "m", "mo": months(1)
        case "y": months(12)
        default: nil
        }
    }
}
