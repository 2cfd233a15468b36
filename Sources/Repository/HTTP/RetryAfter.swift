import Primitives

/// Reads the header field `Retry-After`.
package enum RetryAfter {
    /// Reads the wait, in seconds or until a date, from 0 to a day; `nil` when the value cannot be read.
    ///
    /// A date is compared with `now`, in seconds since 1970.
    package static func delay(_ field: String?, now: Int64) -> Duration? {
        seconds(field, now: now).map { .seconds(min($0, 86_400)) }
    }

    /// Reads the wait as ``delay(_:now:)`` does, however long it is.
    package static func seconds(_ field: String?, now: Int64) -> Int64? {
        guard let field else { return nil }
        let text = field.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let seconds = Int64(text) { return max(seconds, 0) }
        // A number too large for Int64 still asks for a wait.
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return .max }
        guard let date = seconds(httpDate: text) else { return nil }
        return max(date - now, 0)
    }

    /// The wait as the end of “Try again”.
    static func text(_ seconds: Int64) -> String {
        switch seconds {
        case ...0: "later"
        case 1: "in 1 second"
        case ..<600: "in \(seconds) seconds"
        case ..<7_200: "in \((seconds + 59) / 60) minutes"
        case ..<172_800: "in \((seconds + 3_599) / 3_600) hours"
        case ..<31_536_000: "in \((seconds + 86_399) / 86_400) days"
        default: "in more than a year"
        }
    }

    /// Reads the date format that servers must send (IMF-fixdate), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func seconds(httpDate text: String) -> Int64? {
        let parts = text.split(separator: " ").map(String.init)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]) else { return nil }
        let date = UTCDate(text: "\(parts[3])-\((month + 1).digits(2))-\(parts[1])T\(parts[4])Z")
        return date.map { $0.milliseconds / 1000 }
    }
}
