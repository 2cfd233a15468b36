package import Primitives
package import Repository

/// Finds the next birthdays.
public protocol BirthdayService: Sendable {
    /// Returns the next birthdays of the contacts that match the request.
    func birthdays(_ request: BirthdayRequest) async throws -> BirthdayList
}

/// A request for birthdays.
public struct BirthdayRequest: Hashable, Codable, Sendable {
    /// The first day, as `YYYY-MM-DD`.
    package var today: String
    /// The number of days after the first one; `nil` means the whole year.
    package var days: Int?
    package var filter: ContactFilter
    /// The policy for using the network before reading the store.
    package var policy: CachePolicy

    package init(today: String, days: Int? = nil, filter: ContactFilter = ContactFilter(), policy: CachePolicy) {
        self.today = today
        self.days = days
        self.filter = filter
        self.policy = policy
    }
}

/// Birthdays ordered by their next dates, with notices for the user.
public struct BirthdayList: Equatable, Codable, Sendable {
    /// The birthdays, the soonest first; those on the same day are in list order.
    package var birthdays: [ContactBirthday] = []
    package var notices: [RepositoryNotice] = []
}

/// The next birthday of a contact.
public struct ContactBirthday: Hashable, Codable, Sendable {
    package var id: ContactID
    package var name: String
    /// The date of birth as stored, `YYYY-MM-DD`, or `--MM-DD` without a year.
    package var birthday: String
    /// The next birthday, today at the earliest, as `YYYY-MM-DD`.
    package var next: String
    /// The days until then, 0 for today.
    package var days: Int
    /// The age on that day; `nil` if the year of birth is unknown or in the future.
    package var age: Int?
    /// The name of the contact's book, if several books are listed together.
    package var book: String?

    package init(id: ContactID, name: String, birthday: String, next: String, days: Int, age: Int?) {
        self.id = id
        self.name = name
        self.birthday = birthday
        self.next = next
        self.days = days
        self.age = age
    }

    /// Finds the contact's next birthday on or after a day; `nil` without a birthday, or if its text isn't a date.
    ///
    /// A birthday on 29 February falls on 28 February in years without that day.
    package init?(of contact: Contact, from today: UTCDate) {
        guard let text = contact.birthday, let date = PartialDate(text), let month = date.month, let day = date.day,
            // Every valid day exists in a leap year.
            UTCDate(year: 2000, month: month, day: day) != nil, let year = Int(today.day.prefix(4))
        else { return nil }
        for year in [year, year + 1] {
            let next = UTCDate(year: year, month: month, day: day) ?? UTCDate(year: year, month: month, day: day - 1)
            guard let next, next.milliseconds >= today.milliseconds else { continue }
            let days = Int((next.milliseconds - today.milliseconds) / 86_400_000)
            let age = date.year.flatMap { $0 > year ? nil : year - $0 }
            self.init(id: contact.id, name: contact.displayName, birthday: text, next: next.day, days: days, age: age)
            book = contact.book
            return
        }
        return nil
    }
}

/// Reads a contact list page by page, and keeps only contacts with a birthday.
package struct RepositoryBirthdayService: BirthdayService {
    private static let pageSize = 1_000

    private let list: any ContactListService

    package init(list: any ContactListService) {
        self.list = list
    }

    package func birthdays(_ request: BirthdayRequest) async throws -> BirthdayList {
        guard let today = UTCDate(text: request.today), today.day == request.today else {
            throw RepositoryError.invalid(
                "“\(request.today)” is not a day. Use YYYY-MM-DD, for example 2026-01-31."
            )
        }
        var found = BirthdayList()
        var query = ContactQuery(limit: Self.pageSize, filter: request.filter)
        var policy = request.policy
        repeat {
            let page = try await list.contacts(query, policy: policy)
            found.notices += page.notices
            let birthdays = page.contacts.compactMap { ContactBirthday(of: $0, from: today) }
            found.birthdays += birthdays.filter { $0.days <= request.days ?? .max }
            query.after = page.next
            policy = .cacheOnly
        } while query.after != nil
        // The sort is stable, so birthdays on the same day stay in list order.
        found.birthdays.sort { $0.days < $1.days }
        return found
    }
}
