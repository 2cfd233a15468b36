import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct JoinedListTests {
    /// Three books whose contacts have names that are all over the order, some of them the same in two books.
    private static func books() async throws -> [JoinedBook] {
        var books: [JoinedBook] = []
        for (index, name) in ["default", "home", "work"].enumerated() {
            let repository = CachingContactRepository.temporary()
            let changes = (0..<[40, 5, 21][index]).map { number in
                let last = "\(["Ba", "ca", "Za", "éa", "Da"][(number * 7 + index) % 5])\(number % 11)"
                let shared = ContactID(rawValue: "shared-\(number)")
                let id = number < 3 ? shared : ContactID(rawValue: "\(name)-\(number)")
                return ContactChange.add(
                    Contact(
                        id: id,
                        name: PersonName(first: "N\(number)", last: last),
                        birthday: number % 2 == 0 ? "1980-0\(number % 9 + 1)-1\(number % 10)" : nil,
                        origin: .local
                    )
                )
            }
            _ = try await repository.apply(changes, title: "add")
            books.append(Self.book(name, repository))
        }
        return books
    }

    private static func book(_ name: String, _ repository: CachingContactRepository) -> JoinedBook {
        let duplicates = RepositoryDuplicateService(repository: repository)
        return JoinedBook(name: name, repository: repository, duplicates: duplicates, mayFetch: false)
    }

    private static func list(_ books: [JoinedBook]) -> JoinedBooks { JoinedBooks(books, standard: "default") }

    @Test(arguments: ContactSort.allCases, [false, true])
    func `pages of every size are together what sorting everything gives, in every order`(
        sort: ContactSort,
        isReversed: Bool
    ) async throws {
        let books = try await Self.books()
        var all: [(key: String, book: Int, position: CursorPosition, line: String)] = []
        for (index, book) in books.enumerated() {
            let page = try await book.repository.contacts(ContactQuery(limit: 1_000), policy: .cacheOnly)
            for contact in page.contacts {
                let position = CursorPosition(key: SortKeys(contact)[sort], id: contact.id)
                all.append((position.key, index, position, "\(book.name):\(contact.id)"))
            }
        }
        // Contacts that are equal in the order come book by book.
        all.sort { left, right in
            let (left, right) = isReversed ? (right, left) : (left, right)
            if left.key == right.key, left.book != right.book { return left.book < right.book }
            return left.position < right.position
        }
        let list = Self.list(books)
        #expect(try await list.count(ContactFilter()) == all.count)
        for limit in [1, 7, 50, 1_000] {
            var query = ContactQuery(sort: sort, isReversed: isReversed, limit: limit)
            var lines: [String] = []
            repeat {
                let page = try await list.contacts(query, policy: .cacheOnly)
                #expect(page.contacts.count <= limit)
                lines += page.contacts.map(\.id.rawValue)
                query.after = page.next
            } while query.after != nil
            #expect(lines == all.map(\.line), "\(limit)")
        }
    }

    @Test func `a filter chooses in every book`() async throws {
        let list = Self.list(try await Self.books())
        let filter = ContactFilter(text: "n4")
        let page = try await list.contacts(ContactQuery(limit: 100, filter: filter), policy: .cacheOnly)
        #expect(Set(page.contacts.compactMap(\.book)) == ["default", "home", "work"])
        #expect(page.contacts.count == (try await list.count(filter)))
        #expect(page.next == nil)
    }

    @Test func `without books, and with empty ones, the list is empty`() async throws {
        let repository = CachingContactRepository.temporary()
        for books in [[], [Self.book("home", repository)]] {
            let page = try await Self.list(books).contacts(ContactQuery(limit: 10), policy: .networkOnly)
            #expect(page == ContactPage(contacts: []))
        }
    }

    @Test func `a place that is not one of several books is refused`() async throws {
        let list = Self.list(try await Self.books())
        let query = ContactQuery(limit: 1, after: PageCursor(rawValue: "x"))
        let error = await #expect(throws: RepositoryError.self) { try await list.contacts(query, policy: .cacheOnly) }
        #expect(error?.code == .invalidInput)
    }

    @Test func `birthdays of all books are in the order of their days, and say their books`() async throws {
        let service = RepositoryBirthdayService(list: Self.list(try await Self.books()))
        let list = try await service.birthdays(BirthdayRequest(today: "2026-01-01", policy: .cacheOnly))
        #expect(list.birthdays.map(\.days) == list.birthdays.map(\.days).sorted())
        #expect(Set(list.birthdays.compactMap(\.book)) == ["default", "home", "work"])
    }
}
