#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

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

extension ContactFilter {
    /// The same short text for the same filter in every run of every process; empty for a filter that leaves nobody out.
    var fingerprint: String {
        guard self != ContactFilter() else { return "" }
        var parts = [text, nationalities.map { $0.lowercased() }.sorted().joined(separator: ",")]
        parts += [
            gender?.lowercased(), city.map(FoldedText.key), country.map(FoldedText.key), category.map(FoldedText.key),
        ].map {
            $0.map { "=" + $0 } ?? ""
        }
        parts.append(favorites ? "favorites" : "")
        parts.append(birthdays.map { $0.isWholeYear ? "always" : "\($0.first) \($0.last)" } ?? "")
        parts.append(updatedSince.map { "\($0.milliseconds)" } ?? "")
        parts.append(expression.map(Self.text) ?? "")
        // FNV-1a; whoever makes two filters collide only shows himself the wrong page.
        let hash = parts.joined(separator: "\u{0}").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36)
    }

    private static func text(_ expression: ContactExpression) -> String {
        switch expression {
        case .term(let term):
            "\(term.field?.queryName ?? ""):\(term.isPhrase ? "\"" : "")\(term.text.utf8.count):\(term.text)"
        case .all(let parts): "(\(parts.map(text).joined(separator: "&")))"
        case .any(let parts): "(\(parts.map(text).joined(separator: "|")))"
        case .not(let part): "-(\(text(part)))"
        }
    }
}

/// Days of any year, from one day on.
public struct BirthdayRange: Hashable, Codable, Sendable {
    /// The first day as `MM-DD`.
    public let first: String
    /// The last day as `MM-DD`, 29 February for the 28th in years without it; earlier in the year than ``first`` when the range goes over the end of a year.
    public let last: String
    /// Whether the range is a whole year, so that every birthday falls in it.
    public let isWholeYear: Bool

    /// The `days` days after the day of `date` in UTC, and that day itself; negative counts as 0.
    public init(days: Int, from date: Date) {
        let start = UTCDate(milliseconds: date.milliseconds)?.day ?? "1970-01-01"
        let end = UTCDate(milliseconds: date.milliseconds &+ Int64(min(max(days, 0), 366)) * 86_400_000)?.day ?? start
        first = String(start.suffix(5))
        // In years without 29 February that birthday is on the day before.
        let isCommonYear = UTCDate(text: end.prefix(4) + "-02-29") == nil
        last = isCommonYear && end.hasSuffix("-02-28") ? "02-29" : String(end.suffix(5))
        isWholeYear = days >= 365
    }

    /// Whether the day of a date (`YYYY-MM-DD` or `--MM-DD`) is in the range; other text is no day.
    package func contains(_ birthday: String) -> Bool {
        guard let date = PartialDate(birthday), let month = date.month, let day = date.day else { return false }
        if isWholeYear { return true }
        let text = (month < 10 ? "0" : "") + "\(month)" + (day < 10 ? "-0" : "-") + "\(day)"
        return first <= last ? first <= text && text <= last : first <= text || text <= last
    }
}
