package import Primitives

/// A time in UTC in milliseconds, from year 1 to 9999, computed without the system's calendar.
package struct UTCDate: Equatable, Sendable {
    /// Milliseconds since 1970, negative before.
    package let milliseconds: Int64

    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Creates a time from milliseconds since 1970; `nil` outside the years 1 to 9999.
    package init?(milliseconds: Int64) {
        guard Self.range.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Creates a time from the parts of a date; `nil` when the date does not exist.
    package init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0,
        millisecond: Int = 0
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second), (0...999).contains(millisecond),
            day >= 1, day <= Self.daysInMonth(month, year)
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        milliseconds = seconds * 1000 + Int64(millisecond)
    }

    /// Parses `2011-09-28`, optionally followed by `T` or a blank and a time.
    ///
    /// The time may have a fraction of a second, and ends with `Z`, an offset, or nothing, which is UTC, too.
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
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        var time = (hour: 0, minute: 0, second: 0, millisecond: 0)
        var offset = 0
        if !rest.isEmpty {
            guard take("T t"), let hour = digits(2), take(":"), let minute = digits(2) else { return nil }
            time.hour = hour
            time.minute = minute
            if take(":") {
                guard let second = digits(2) else { return nil }
                time.second = second
                if take(".,") {
                    var scale = 100
                    guard let first = rest.first, (48...57).contains(first) else { return nil }
                    while let digit = digits(1) {
                        time.millisecond += digit * scale
                        scale /= 10
                    }
                }
            }
            if !rest.isEmpty, !take("Zz") {
                guard let sign = rest.first, take("+-"), let hours = digits(2) else { return nil }
                _ = take(":")
                let minutes = rest.isEmpty ? 0 : digits(2)
                guard let minutes, hours < 24, minutes < 60 else { return nil }
                offset = (hours * 60 + minutes) * (sign == 45 ? -1 : 1)
            }
            guard rest.isEmpty else { return nil }
        }
        guard
            let local = UTCDate(
                year: year,
                month: month,
                day: day,
                hour: time.hour,
                minute: time.minute,
                second: time.second,
                millisecond: time.millisecond
            )
        else { return nil }
        return UTCDate(milliseconds: local.milliseconds - Int64(offset) * 60_000)
    }

    /// The day as `YYYY-MM-DD`.
    package var day: String {
        String(decoding: dayBytes, as: UTF8.self)
    }

    /// The time as `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    package var timestamp: String {
        let inDay = Int(milliseconds - days * 86_400_000)
        let (seconds, millisecond) = inDay.quotientAndRemainder(dividingBy: 1000)
        var bytes = dayBytes
        for (separator, number, width) in [
            ("T", seconds / 3600, 2), (":", seconds / 60 % 60, 2), (":", seconds % 60, 2), (".", millisecond, 3),
        ] as [(Unicode.Scalar, Int, Int)] {
            bytes.append(UInt8(ascii: separator))
            Self.append(number, width, to: &bytes)
        }
        bytes.append(UInt8(ascii: "Z"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private var dayBytes: [UInt8] {
        let (year, month, day) = Self.civil(days: Int(days))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        Self.append(year, 4, to: &bytes)
        for number in [month, day] {
            bytes.append(UInt8(ascii: "-"))
            Self.append(number, 2, to: &bytes)
        }
        return bytes
    }

    /// Days since 1970, rounded down.
    private var days: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Appends the last `width` digits of the number.
    private static func append(_ number: Int, _ width: Int, to bytes: inout [UInt8]) {
        var power = 1
        for _ in 1..<width { power *= 10 }
        while power > 0 {
            bytes.append(48 + UInt8(number / power % 10))
            power /= 10
        }
    }

    private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 1970 of a Gregorian date, computed with years that begin in March.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}

extension Date {
    /// Milliseconds since 1970.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? 0
    }

    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
