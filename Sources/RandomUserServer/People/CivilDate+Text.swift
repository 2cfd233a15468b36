extension CivilDate {
    /// How the versions of the service write a date.
    enum Form {
        /// `1983-07-14 07:29:45`
        case plain
        /// `1983-07-14T07:29:45Z`
        case iso
        /// `1983-07-14T07:29:45.120Z`
        case isoWithMilliseconds
    }

    func text(_ form: Form) -> String {
        String(unsafeUninitializedCapacity: 24) { target in
            var position = 0
            func put(_ value: Int, _ digits: Int, after separator: StaticString = "") {
                if separator.utf8CodeUnitCount == 1 {
                    target[position] = separator.utf8Start[0]
                    position += 1
                }
                var value = value
                for index in stride(from: digits - 1, through: 0, by: -1) {
                    target[position + index] = UInt8(ascii: "0") + UInt8(value % 10)
                    value /= 10
                }
                position += digits
            }
            put(year, 4)
            put(month, 2, after: "-")
            put(day, 2, after: "-")
            put(hour, 2, after: form == .plain ? " " : "T")
            put(minute, 2, after: ":")
            put(second, 2, after: ":")
            if form == .isoWithMilliseconds { put(millisecond, 3, after: ".") }
            if form != .plain {
                target[position] = UInt8(ascii: "Z")
                position += 1
            }
            return position
        }
    }

    /// The date of an HTTP header, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func httpDate(milliseconds: Int) -> String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = CivilDate(milliseconds: milliseconds)
        let time = date.text(.plain).suffix(8)
        let day = "\(date.day < 10 ? "0" : "")\(date.day)"
        return "\(days[weekday(milliseconds: milliseconds)]), \(day) \(months[date.month - 1]) \(date.year) \(time) GMT"
    }
}
