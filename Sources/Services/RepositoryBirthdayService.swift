public import Repository

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
