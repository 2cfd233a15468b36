import Primitives
package import Repository

/// Computes the next birthdays, starting with a given day.
///
/// A birthday on 29 February falls on 28 February in years without that day.
package struct BirthdayCalendar: Sendable {
    private static let dayLength: Int64 = 86_400_000

    private let today: UTCDate
    private let year: Int

    /// Creates a calendar from a day as `YYYY-MM-DD`; `nil` if the text isn't a day.
    package init?(today: String) {
        guard let date = UTCDate(text: today), date.day == today, let year = Int(today.prefix(4)) else { return nil }
        self.today = date
        self.year = year
    }

    /// Returns the next birthday of the contact; `nil` without a birthday, or if its text isn't a date.
    package func birthday(of contact: Contact) -> ContactBirthday? {
        guard let text = contact.birthday, let date = PartialDate(text), let month = date.month, let day = date.day,
            // A leap year has every possible day.
            UTCDate(year: 2000, month: month, day: day) != nil,
            let (next, nextYear) = next(month: month, day: day)
        else { return nil }
        let age = date.year.map { nextYear - $0 }
        return ContactBirthday(
            id: contact.id,
            name: contact.displayName,
            birthday: text,
            next: next.day,
            days: Int((next.milliseconds - today.milliseconds) / Self.dayLength),
            age: age.flatMap { $0 < 0 ? nil : $0 }
        )
    }

    private func next(month: Int, day: Int) -> (date: UTCDate, year: Int)? {
        for year in [year, year + 1] {
            let date =
                UTCDate(year: year, month: month, day: day) ?? UTCDate(year: year, month: month, day: day - 1)
            if let date, date.milliseconds >= today.milliseconds { return (date, year) }
        }
        return nil
    }
}
