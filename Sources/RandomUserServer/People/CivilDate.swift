/// A moment in UTC, taken apart; before 1970 as well.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    let millisecond: Int

    /// Takes apart a number of milliseconds since 1970.
    init(milliseconds: Int) {
        let (days, rest) = Self.floorDivide(milliseconds, 86_400_000)
        // Years that begin in March make the leap day the last of its year.
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

    /// The day of the week, 0 for Sunday.
    static func weekday(milliseconds: Int) -> Int {
        (floorDivide(milliseconds, 86_400_000).quotient % 7 + 11) % 7
    }

    /// The number of whole years from this moment to a later one.
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
