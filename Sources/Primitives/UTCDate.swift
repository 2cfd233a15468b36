/// A time in UTC in milliseconds, from year 1 to 9999, based on the C library's calendar, which ignores time zones.
package struct UTCDate: Equatable, Sendable {
    /// Milliseconds since 1970, negative before.
    package let milliseconds: Int64

    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Creates a time from milliseconds since 1970; `nil` outside the years 1 to 9999.
    package init?(milliseconds: Int64) {
        guard Self.range.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Creates the start of a day; `nil` if the day doesn't exist.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        var fields = tm()
        fields.tm_year = Int32(year - 1900)
        fields.tm_mon = Int32(month - 1)
        fields.tm_mday = Int32(clamping: day)
        let seconds = timegm(&fields)
        // The C library normalizes 30 February to a day in March.
        guard Int(fields.tm_mday) == day else { return nil }
        milliseconds = Int64(seconds) * 1000
    }

    /// Parses `2011-09-28`, optionally followed by `T` or a space and a time.
    ///
    /// The time may have a fraction of a second, and ends with `Z`, an offset, or nothing, which means UTC.
    package init?(text: String) {
        var text = text
        guard let date = text.withUTF8({ Self.parsed($0) }) else { return nil }
        self = date
    }

    private static func parsed(_ text: UnsafeBufferPointer<UInt8>) -> UTCDate? {
        var rest = text[...]
        func digits(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            var number = 0
            for byte in rest.prefix(count) {
                guard (48...57).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 48)
            }
            rest = rest.dropFirst(count)
            return number
        }
        func take(_ characters: StaticString) -> Bool {
            guard let byte = rest.first,
                (0..<characters.utf8CodeUnitCount).contains(where: { characters.utf8Start[$0] == byte })
            else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
            let date = UTCDate(year: year, month: month, day: day)
        else { return nil }
        // The time of day in UTC, in milliseconds.
        var time = 0
        if !rest.isEmpty {
            guard take("T t"), let hour = digits(2), take(":"), let minute = digits(2), hour < 24, minute < 60 else {
                return nil
            }
            time = (hour * 60 + minute) * 60_000
            if take(":") {
                guard let second = digits(2), second < 60 else { return nil }
                time += second * 1000
                if take(".,") {
                    var scale = 100
                    guard let first = rest.first, (48...57).contains(first) else { return nil }
                    while let digit = digits(1) {
                        time += digit * scale
                        scale /= 10
                    }
                }
            }
            if !rest.isEmpty, !take("Zz") {
                guard let sign = rest.first, take("+-"), let hours = digits(2) else { return nil }
                _ = take(":")
                let minutes = rest.isEmpty ? 0 : digits(2)
                guard let minutes, hours < 24, minutes < 60 else { return nil }
                time -= (hours * 60 + minutes) * (sign == 45 ? -60_000 : 60_000)
            }
            guard rest.isEmpty else { return nil }
        }
        return UTCDate(milliseconds: date.milliseconds + Int64(time))
    }

    /// The day as `YYYY-MM-DD`.
    package var day: String {
        let fields = fields
        return Int(fields.tm_year + 1900).digits(4) + "-" + Int(fields.tm_mon + 1).digits(2) + "-"
            + Int(fields.tm_mday).digits(2)
    }

    /// The time as `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    package var timestamp: String {
        let fields = fields
        let time = [fields.tm_hour, fields.tm_min, fields.tm_sec].map { Int($0).digits(2) }.joined(separator: ":")
        return "\(day)T\(time).\((Int(milliseconds) - Int(seconds) * 1000).digits(3))Z"
    }

    /// Seconds since 1970, rounded down.
    private var seconds: time_t {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return time_t(remainder < 0 ? quotient - 1 : quotient)
    }

    private var fields: tm {
        var seconds = seconds
        var fields = tm()
        gmtime_r(&seconds, &fields)
        return fields
    }
}

extension Date {
    /// Milliseconds since 1970.
    package var milliseconds: Int64 { Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? 0 }

    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

/// The time zone of this machine, or of the variable `TZ`.
package enum LocalTime {
    /// The difference of local time from UTC, in seconds.
    package static func secondsFromUTC(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var fields = tm()
        return localtime_r(&seconds, &fields) == nil ? 0 : Int(fields.tm_gmtoff)
    }
}
