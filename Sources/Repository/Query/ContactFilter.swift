public import Primitives

/// The conditions for contacts in a query's result; an empty or `nil` condition matches every contact.
public struct ContactFilter: Hashable, Codable, Sendable {
    /// Words that must all occur in the searchable fields (names, addresses, numbers, organization, groups, note).
    ///
    /// Each is a part of a word, in any order, ignoring case, accents and script; one of fewer than three characters
    /// only matches the beginning of a word.
    public var text = ""
    /// The nationalities, as two letters, ignoring case.
    public var nationalities: Set<String> = []
    /// The gender, ignoring case.
    public var gender: String?
    /// The city of an address, ignoring case and accents.
    public var city: String?
    /// The country of an address, ignoring case and accents.
    public var country: String?
    /// The group, ignoring case and accents.
    public var category: String?
    /// Whether only favorites match.
    public var favorites = false
    /// The range of birthdays, regardless of the year.
    public var birthdays: BirthdayRange?
    /// The earliest time of the last change, here or at the source.
    public var updatedSince: Date?
    /// An expression of the query language, parsed by ``ContactQueryParser``.
    public var expression: ContactExpression?
    /// A condition on the words in the name.
    public var names: NameCondition?
    /// The positions within words where the searched text may occur.
    public var reach = SearchReach.everywhere
}

extension ContactFilter {
    /// Creates a filter; without arguments, it matches every contact.
    package init(
        text: String = "",
        category: String? = nil,
        favorites: Bool = false,
        expression: ContactExpression? = nil
    ) {
        // Passing the last argument selects the memberwise initializer.
        self.init(text: text, category: category, favorites: favorites, expression: expression, names: nil)
    }

    var mayReachInside: Bool { ContactConditions(self).mayReachInside }

    /// Whether any contact can match; for `inside`, none can if the terms are only compared with the start of words.
    var mayFind: Bool { reach != .inside || mayReachInside }

    /// A short text that is the same for equal filters in every process; empty for the filter that matches everything.
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
        if reach != .everywhere { parts.append(reach.rawValue) }
        if let names { parts.append((names.isExcluded ? "-" : "") + Self.text(.all(names.terms.map { .term($0) }))) }
        // FNV-1a is good enough: users who cause a collision of two filters only get a wrong page.
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

/// The positions within a contact's words where the searched text may occur.
public enum SearchReach: String, Codable, Sendable {
    /// At the beginning of words and inside them; contacts that only match at the beginning come first.
    case everywhere
    /// At the beginning of words only.
    case starts
    /// Anywhere, but not all at the beginning of words.
    case inside
}

/// Words to search for in the names used for sorting: given and family name, or their substitute.
///
/// A search that lists name matches first uses two filters, one with the condition and one with its opposite.
public struct NameCondition: Hashable, Codable, Sendable {
    /// The terms that the name must all contain, in any order; their fields are ignored.
    public var terms: [ContactTerm]
    /// Whether to match the contacts whose names don't contain all of the terms.
    public var isExcluded: Bool

    package init(_ terms: [ContactTerm], isExcluded: Bool = false) {
        self.terms = terms
        self.isExcluded = isExcluded
    }
}

/// A range of days that recurs every year.
public struct BirthdayRange: Hashable, Codable, Sendable {
    /// The first day as `MM-DD`.
    public let first: String
    /// The last day as `MM-DD`; earlier than ``first`` if the range spans the end of a year.
    ///
    /// In a year without 29 February, a range that would end on the 28th ends on the 29th.
    public let last: String
    /// Whether the range is a whole year, so it contains every birthday.
    public let isWholeYear: Bool

    /// Creates a range of the day of `date` in UTC and the following `days` days; a negative number counts as 0.
    public init(days: Int, from date: Date) {
        let start = UTCDate(milliseconds: date.milliseconds)?.day ?? "1970-01-01"
        let end = UTCDate(milliseconds: date.milliseconds &+ Int64(min(max(days, 0), 366)) * 86_400_000)?.day ?? start
        first = String(start.suffix(5))
        // In years without 29 February, birthdays on that day are celebrated on the 28th.
        let isCommonYear = UTCDate(text: end.prefix(4) + "-02-29") == nil
        last = isCommonYear && end.hasSuffix("-02-28") ? "02-29" : String(end.suffix(5))
        isWholeYear = days >= 365
    }

    /// Returns whether the day of a date (`YYYY-MM-DD` or `--MM-DD`) is in the range; other text never is.
    package func contains(_ birthday: String) -> Bool {
        guard let date = PartialDate(birthday), let month = date.month, let day = date.day else { return false }
        if isWholeYear { return true }
        let text = month.digits(2) + "-" + day.digits(2)
        return first <= last ? first <= text && text <= last : first <= text || text <= last
    }
}

/// A date whose parts may be unknown: `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, `MM-DD` or `--MM-DD`.
package struct PartialDate: Equatable, Sendable {
    package let year: Int?
    package let month: Int?
    package let day: Int?

    /// Parses a date and ignores a time after it; `nil` for text that isn't a date.
    package init?(_ text: String) {
        var bytes = Array(text.utf8.prefix(32))
        if let time = bytes.firstIndex(of: UInt8(ascii: "T")) { bytes.removeSubrange(time...) }
        let hasNoYear = bytes.starts(with: "--".utf8)
        if hasNoYear { bytes.removeFirst(2) }
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            part.allSatisfy { (0x30...0x39).contains($0) }
                ? part.reduce(0) { min($0, 10_000_000) * 10 + Int($1 - 0x30) } : nil
        }
        let found: (Int?, Int?, Int?)
        switch (hasNoYear, parts.map(\.count)) {
        case (false, [4, 2, 2]): found = (numbers[0], numbers[1], numbers[2])
        case (false, [4, 2]): found = (numbers[0], numbers[1], nil)
        case (false, [4]): found = (numbers[0], nil, nil)
        case (false, [8]):
            found = (numbers[0].map { $0 / 10_000 }, numbers[0].map { $0 / 100 % 100 }, numbers[0].map { $0 % 100 })
        case (_, [2, 2]): found = (nil, numbers[0], numbers[1])
        case (true, [4]): found = (nil, numbers[0].map { $0 / 100 }, numbers[0].map { $0 % 100 })
        default: return nil
        }
        guard !numbers.contains(nil), found.1.map((1...12).contains) != false, found.2.map((1...31).contains) != false
        else { return nil }
        (year, month, day) = found
    }

    /// Returns whether the other date has the same value for each known part of this one.
    func agrees(with other: PartialDate) -> Bool {
        (year == nil || year == other.year) && (month == nil || month == other.month)
            && (day == nil || day == other.day)
    }
}
