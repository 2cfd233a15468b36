import Primitives

/// The calendar fields of a moment in UTC, also before 1970.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    let millisecond: Int

    init(milliseconds: Int) {
        let (days, rest) = Self.floorDivide(milliseconds, 86_400_000)
        // Counting years from March makes the leap day the last day of its year.
        let shifted = days + 719_468
        let (era, dayOfEra) = Self.floorDivide(shifted, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600_000
        minute = rest / 60_000 % 60
        second = rest / 1_000 % 60
        millisecond = rest % 1_000
    }

    /// Returns the number of whole years from this moment to a later one.
    func years(until later: CivilDate) -> Int {
        let reached =
            (later.month, later.day, later.hour, later.minute, later.second)
            >= (month, day, hour, minute, second)
        return later.year - year - (reached ? 0 : 1)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension CivilDate {
    /// The date formats of the service's versions.
    enum Form {
        /// `1983-07-14 07:29:45`
        case plain
        /// `1983-07-14T07:29:45Z`
        case iso
        /// `1983-07-14T07:29:45.120Z`
        case isoWithMilliseconds
    }

    func text(_ form: Form) -> String {
        let day = "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
        let time = "\(hour.digits(2)):\(minute.digits(2)):\(second.digits(2))"
        return switch form {
        case .plain: "\(day) \(time)"
        case .iso: "\(day)T\(time)Z"
        case .isoWithMilliseconds: "\(day)T\(time).\(millisecond.digits(3))Z"
        }
    }
}
