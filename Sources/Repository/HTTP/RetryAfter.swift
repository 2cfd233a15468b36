/// The `Retry-After` field, in seconds or as a date.
package enum RetryAfter {
    /// How long to wait from `now` (seconds since 1970) on; at most a day, never negative, `nil` when there is no such wish.
    package static func delay(_ field: String?, now: Int64) -> Duration? {
        guard let field else { return nil }
        let text = field.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let day: Int64 = 86_400
        if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), day)) }
        // More digits than a number holds are a wish all the same.
        if !text.isEmpty, text.allSatisfy(\.isWholeNumber) { return .seconds(day) }
        guard let date = seconds(httpDate: text) else { return nil }
        return .seconds(min(max(date - now, 0), day))
    }

    /// Reads the one form of date that servers must send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func seconds(httpDate text: String) -> Int64? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]) else { return nil }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let month = months.firstIndex(of: parts[2]) else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        return UTCDate(
            year: year,
            month: month + 1,
            day: day,
            hour: time[0],
            minute: time[1],
            second: time[2]
        )?.milliseconds.quotientAndRemainder(dividingBy: 1000).quotient
    }
}
