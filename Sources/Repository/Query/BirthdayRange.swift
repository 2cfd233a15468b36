public import struct Foundation.Date

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
