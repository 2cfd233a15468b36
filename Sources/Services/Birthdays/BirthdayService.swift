public import Repository

/// Tells whose birthday comes next.
public protocol BirthdayService: Sendable {
    /// The next birthday of everybody who is wanted and has one.
    func birthdays(_ request: BirthdayRequest) async throws -> BirthdayList
}

/// Whose birthdays are wanted, and how far ahead.
public struct BirthdayRequest: Hashable, Codable, Sendable {
    /// The day from which is counted, as `YYYY-MM-DD`.
    public var today: String
    /// The days after that day that are looked at; `nil` is the whole year.
    public var days: Int?
    /// Who is wanted.
    public var filter: ContactFilter
    /// When the network may be used.
    public var policy: CachePolicy

    /// Creates a request.
    public init(today: String, days: Int? = nil, filter: ContactFilter = ContactFilter(), policy: CachePolicy) {
        self.today = today
        self.days = days
        self.filter = filter
        self.policy = policy
    }
}

/// Birthdays in the order in which they come, with what the user should be told.
public struct BirthdayList: Equatable, Codable, Sendable {
    /// The birthdays, the next one first, those of a day by the contacts' order.
    public var birthdays: [ContactBirthday]
    /// What the user should be told about how the list came about.
    public var notices: [RepositoryNotice]

    /// Creates a list.
    public init(birthdays: [ContactBirthday], notices: [RepositoryNotice] = []) {
        self.birthdays = birthdays
        self.notices = notices
    }
}

/// The next birthday of a contact.
public struct ContactBirthday: Hashable, Codable, Sendable {
    /// Whose it is.
    public var id: ContactID
    /// The person's name.
    public var name: PersonName
    /// The date of birth as the contact has it, `YYYY-MM-DD` or without a year `--MM-DD`.
    public var birthday: String
    /// The day of the next birthday, today at the earliest, as `YYYY-MM-DD`.
    public var next: String
    /// The days until then, 0 for today.
    public var days: Int
    /// How old the person becomes; `nil` when the year of birth is not known or still to come.
    public var age: Int?

    /// Creates the birthday of a contact.
    public init(id: ContactID, name: PersonName, birthday: String, next: String, days: Int, age: Int?) {
        self.id = id
        self.name = name
        self.birthday = birthday
        self.next = next
        self.days = days
        self.age = age
    }
}

/// Looks through a repository for birthdays, a page at a time; of who has none, nothing is kept.
public struct RepositoryBirthdayService: BirthdayService {
    private static let pageSize = 1_000

    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// The next birthday of everybody who is wanted and has one.
    public func birthdays(_ request: BirthdayRequest) async throws -> BirthdayList {
        guard let calendar = BirthdayCalendar(today: request.today) else {
            throw RepositoryError(.invalidInput, "“\(request.today)” is no day. Give one such as 2026-01-31.")
        }
        var list = BirthdayList(birthdays: [])
        var query = ContactQuery(limit: Self.pageSize, filter: request.filter)
        var policy = request.policy
        repeat {
            let page = try await repository.contacts(query, policy: policy)
            list.notices += page.notices
            for contact in page.contacts {
                guard let birthday = calendar.birthday(of: contact) else { continue }
                if let days = request.days, birthday.days > days { continue }
                list.birthdays.append(birthday)
            }
            query.after = page.next
            policy = .cacheOnly
        } while query.after != nil
        // The order of the contacts decides between those of one day; sorting in Swift keeps it.
        list.birthdays.sort { $0.days < $1.days }
        return list
    }
}
