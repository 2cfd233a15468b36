import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct BirthdayServiceTests {
    private func list(_ birthdays: [String?], today: String, days: Int? = nil) async throws -> [ContactBirthday] {
        let repository = CachingContactRepository.temporary()
        let contacts = birthdays.enumerated().map { index, birthday in
            var contact = Contact.numbered(index)
            contact.birthday = birthday
            return contact
        }
        _ = try await repository.apply(contacts.map(ContactChange.add), title: "add")
        let service = RepositoryBirthdayService(list: repository)
        return try await service.birthdays(BirthdayRequest(today: today, days: days, policy: .cacheOnly)).birthdays
    }

    @Test func `the next birthday comes first, today's before all, and last year's last`() async throws {
        let found = try await list(
            ["1990-01-05", "1980-12-31", "2000-11-21", "1970-11-20", nil, "--11-22", "in spring"],
            today: "2026-11-21"
        )
        #expect(found.map(\.next) == ["2026-11-21", "2026-11-22", "2026-12-31", "2027-01-05", "2027-11-20"])
        #expect(found.map(\.days) == [0, 1, 40, 45, 364])
        #expect(found.map(\.age) == [26, nil, 46, 37, 57])
        #expect(found[1].birthday == "--11-22")
    }

    @Test func `those of one day keep the order of the contacts`() async throws {
        let found = try await list(["1990-05-01", "1980-05-01", "1970-05-01"], today: "2026-01-01")
        #expect(found.map(\.id) == ["id-0", "id-1", "id-2"])
    }

    @Test(arguments: [
        ("2028-02-01", "2028-02-29", 28), ("2027-02-01", "2027-02-28", 27), ("2027-02-28", "2027-02-28", 0),
        ("2027-03-01", "2028-02-29", 365), ("2028-03-01", "2029-02-28", 364), ("2100-01-31", "2100-02-28", 28),
    ])
    func `a leap day's birthday is the day before in other years`(today: String, next: String, days: Int) async throws {
        let found = try await list(["2004-02-29"], today: today)
        #expect(found.map(\.next) == [next])
        #expect(found.map(\.days) == [days])
    }

    @Test(arguments: [(0, 1), (1, 2), (40, 3), (364, 5), (366, 5)])
    func `only so many days ahead are looked at, the last of them too`(days: Int, count: Int) async throws {
        let all = ["1990-01-05", "1980-12-31", "2000-11-21", "1970-11-20", "--11-22"]
        #expect(try await list(all, today: "2026-11-21", days: days).count == count)
    }

    @Test func `days that no calendar has, and births to come, are dealt with`() async throws {
        let found = try await list(["1990-02-30", "2030-06-01", "1990-13-01"], today: "2026-05-31")
        #expect(found.map(\.days) == [1])
        #expect(found.map(\.age) == [nil])
    }

    @Test func `a day that is none is refused`() async throws {
        let error = await #expect(throws: RepositoryError.self) { try await list([], today: "2026-02-30") }
        #expect(error?.code == .invalidInput)
    }
}
