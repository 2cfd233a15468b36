import Foundation
import Repository
import RepositoryDoubles
import Services
import Synchronization
import Testing

@Suite struct JoinedBooksTests {
    private let repositories: [CachingContactRepository]
    private let books: JoinedBooks

    /// Steps of one moment in different books have no order, so each is a second later.
    private final class Clock: Sendable {
        private let seconds = Mutex(0.0)

        @Sendable func next() -> Date {
            seconds.withLock { seconds in
                seconds += 1
                return Date(timeIntervalSince1970: seconds)
            }
        }
    }

    init() {
        let clock = Clock()
        repositories = (0..<3).map { _ in
            CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: nil, pageSize: 1, now: clock.next)
        }
        let named = zip(["default", "home", "work"], repositories)
        books = JoinedBooks(named.map { JoinedBook($0, $1) }, standard: "home")
    }

    private static func person(_ id: ContactID, _ last: String, email: String? = nil) -> Contact {
        Contact(id: id, name: PersonName(first: "Ada", last: last), email: email, origin: .local)
    }

    private func add(_ book: Int, _ contacts: [Contact]) async throws {
        _ = try await repositories[book].apply(contacts.map(ContactChange.add), title: "add")
    }

    private func refusal(_ body: () async throws -> Void) async -> RepositoryError? {
        await #expect(throws: RepositoryError.self) { try await body() }
    }

    private func found(_ text: String) async throws -> Contact {
        try await books.contact(matching: text, for: .changing)
    }

    @Test func `a contact is found by its book and identifier, or by what only one book has`() async throws {
        try await add(0, [Self.person("3fa2-one", "Same")])
        try await add(1, [Self.person("3fa2-one", "Same"), Self.person("9be0-two", "Other")])
        #expect(try await found("home:3fa2").book == "home")
        #expect(try await found("9be0").id == "home:9be0-two")
        let ambiguous = await refusal { _ = try await found("3fa2") }
        #expect(ambiguous?.code == .ambiguous && ambiguous?.candidates.map(\.book) == ["default", "home"])
        #expect(await refusal { _ = try await found("nothing") }?.code == .notFound)
        try await add(1, [Self.person("77aa-one", "Third"), Self.person("77aa-two", "Fourth")])
        let two = await refusal { _ = try await found("77aa") }
        #expect(two?.candidates.map(\.id).sorted() == ["home:77aa-one", "home:77aa-two"])
        // One match in a book and two in another are three: a query must not choose that one. Its whole name may.
        try await add(2, [Self.person("88bb-one", "Fourth-Novak")])
        try await add(0, [Self.person("88bb-two", "Novak Lee"), Self.person("88bb-three", "Novak Park")])
        #expect(await refusal { _ = try await found("name:novak") }?.candidates.count == 3)
        #expect(try await found("Ada Fourth-Novak").book == "work")
        #expect(books.apart(try await found("home:3fa2")).id == "3fa2-one")
    }

    @Test func `a new contact goes into the standard book, others are changed where they are`() async throws {
        let added = try await books.add(Self.person("", "New"))
        #expect(added.book == "home" && added.id.rawValue.hasPrefix("home:"))
        try await add(0, [Self.person("one-1", "One")])
        let edit = ContactEdit(firstName: "Changed")
        let updates = try await books.edit(["default:one-1", added.id], with: edit, title: "edit")
        #expect(updates.map(\.new.id) == ["default:one-1", added.id])
        #expect(try await repositories[0].contact(matching: "one-1").name.first == "Changed")
        let gone = await refusal { _ = try await books.remove(["default:one-1", "home:gone"]) }
        #expect(gone?.code == .notFound)
        #expect(try await books.count(ContactFilter()) == 2)
    }

    @Test func `one undo reverts one change, in several books too, and the last step of all is first`() async throws {
        for book in 0..<2 { try await add(book, [Self.person("one-\(book)", "One")]) }
        _ = try await books.edit(["default:one-0"], with: ContactEdit(firstName: "A"), title: "first")
        _ = try await books.remove(["default:one-0", "home:one-1"])
        let listed = try await books.history(limit: 10)
        // Steps of one moment in different books have no order.
        #expect(listed.map(\.title).sorted() == ["add", "add", "first", "remove", "remove"])
        #expect(Set(listed.map(\.id)).count == 5)
        let first = try #require(listed.first { $0.title == "first" })
        let detail = try await books.step(first.id, limit: 5)
        #expect(detail.step.book == "default" && detail.changes.first?.after?.id == "default:one-0")

        let undone = try await books.turn(steps: 1, isUndone: false)
        #expect(Set(undone.compactMap(\.book)) == ["default", "home"] && undone.allSatisfy { $0.title == "remove" })
        #expect(try await books.count(ContactFilter()) == 2)
        #expect(try await books.turn(steps: 1, isUndone: false).map(\.title) == ["first"])
        #expect(try await books.turn(steps: 1, isUndone: true).map(\.title) == ["first"])
        #expect(try await books.turn(steps: 1, isUndone: true).map(\.title) == ["remove", "remove"])
        #expect(try await books.count(ContactFilter()) == 0)
        #expect(try await books.turn(steps: 1, isUndone: true).isEmpty)
    }

    @Test func `an undo takes as many changes as asked for, and of one what is the last of its book`() async throws {
        for book in 0..<2 { try await add(book, [Self.person("one-\(book)", "One")]) }
        let both: [ContactID] = ["default:one-0", "home:one-1"]
        _ = try await books.edit(both, with: ContactEdit(firstName: "A"), title: "both")
        _ = try await books.edit(["home:one-1"], with: ContactEdit(firstName: "B"), title: "later")
        // In the book itself, not together with the other one.
        #expect(try await repositories[1].turn(steps: 2, isUndone: false).map(\.title) == ["later", "both"])
        #expect(try await books.turn(steps: 1, isUndone: false).map(\.title) == ["both"])
        #expect(try await books.history(limit: 9).filter { !$0.isUndone }.map(\.title) == ["add", "add"])
        #expect(try await books.turn(steps: 1, isUndone: true).count == 2)
        #expect(try await books.history(limit: 9).filter(\.isUndone).map(\.title) == ["later"])
        #expect(try await books.turn(steps: 1, isUndone: true).map(\.title) == ["later"])
        #expect(try await books.turn(steps: 2, isUndone: false).map(\.title).sorted() == ["both", "both", "later"])
        #expect(try await books.history(limit: 9).filter { !$0.isUndone }.map(\.title) == ["add", "add"])
    }

    @Test func `a book in which a change has no effect keeps its last step for itself`() async throws {
        for book in 0..<2 { try await add(book, [Self.person("one-\(book)", "One")]) }
        let ids: [ContactID] = ["default:one-0", "home:one-1"]
        _ = try await books.edit([ids[0]], with: ContactEdit(firstName: "A"), title: "first")
        _ = try await books.edit(ids, with: ContactEdit(firstName: "A"), title: "second")
        #expect(try await books.turn(steps: 1, isUndone: false).map(\.title) == ["second"])
        #expect(try await books.turn(steps: 1, isUndone: false).map(\.title) == ["first"])
    }

    @Test func `duplicates are those within a book, and contacts of two books are not merged`() async throws {
        for book in 0..<2 {
            let people = (0..<2).map { Self.person("p-\($0)", "Lovelace", email: "ada@example.org") }
            try await add(book, people)
        }
        let groups = try await books.duplicates { _, _ in }
        #expect(groups.map { Set($0.contacts.compactMap(\.book)).count } == [1, 1])
        let mixed = await refusal { _ = try await books.merge([["default:p-0", "home:p-1"]], title: "merge") }
        #expect(mixed?.code == .invalidInput)
        let merged = try await books.merge(groups.map { $0.contacts.map(\.id) }, title: "merge")
        #expect(merged.compactMap(\.book) == ["default", "home"])
        #expect(try await books.turn(steps: 1, isUndone: false).count == 2)
    }

    @Test func `the overview is the sum of those of the books`() async throws {
        var person = Self.person("a", "A")
        person.categories = ["friends"]
        for book in 0..<2 { try await add(book, [person]) }
        let sum = try await books.overview()
        #expect(sum.contacts == 2 && sum.categories == ["friends": 2])
    }

    @Test func `a change of any book is told`() async throws {
        let changes = books.storeChanges()
        let repository = repositories[2]
        let writing = Task {
            // The watch of each book begins with the iteration.
            while !Task.isCancelled {
                _ = try? await repository.apply([.add(Self.person("", "New"))], title: "add")
                await Task.yield()
            }
        }
        for await _ in changes { break }
        writing.cancel()
    }
}

@Suite struct JoinedListTests {
    /// Three books whose contacts have names that are all over the order, some of them the same in two books.
    private static func books() async throws -> [JoinedBook] {
        var books: [JoinedBook] = []
        for (index, name) in ["default", "home", "work"].enumerated() {
            let repository = CachingContactRepository.temporary()
            let changes = (0..<[40, 5, 21][index]).map { number in
                let last = "\(["Ba", "ca", "Za", "éa", "Da"][(number * 7 + index) % 5])\(number % 11)"
                let contact = Contact.made("\(number < 3 ? "shared" : name)-\(number)", origin: .local) { contact in
                    contact.name = PersonName(first: "N\(number)", last: last)
                    contact.birthday = number % 2 == 0 ? "1980-0\(number % 9 + 1)-1\(number % 10)" : nil
                }
                return ContactChange.add(contact)
            }
            _ = try await repository.apply(changes, title: "add")
            books.append(JoinedBook(name, repository))
        }
        return books
    }

    private static func list(_ books: [JoinedBook]) -> JoinedBooks { JoinedBooks(books, standard: "default") }

    @Test func `pages of each size are what sorting everything gives`() async throws {
        let books = try await Self.books()
        for sort in ContactSort.allCases {
            for isReversed in [false, true] { try await expectOrder(of: books, sort, isReversed) }
        }
    }

    private func expectOrder(of books: [JoinedBook], _ sort: ContactSort, _ isReversed: Bool) async throws {
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
            #expect(lines == all.map(\.line), "\(sort), \(isReversed), \(limit)")
        }
    }

    @Test func `filters and birthdays are those of every book, and a place of one book is refused`() async throws {
        let list = Self.list(try await Self.books())
        let all: Set = ["default", "home", "work"]
        let filter = ContactFilter(text: "n4")
        let page = try await list.contacts(ContactQuery(limit: 100, filter: filter), policy: .cacheOnly)
        #expect(Set(page.contacts.compactMap(\.book)) == all && page.next == nil)
        #expect(page.contacts.count == (try await list.count(filter)))
        let service = RepositoryBirthdayService(list: list)
        let found = try await service.birthdays(BirthdayRequest(today: "2026-01-01", policy: .cacheOnly)).birthdays
        #expect(found.map(\.days) == found.map(\.days).sorted())
        #expect(Set(found.compactMap(\.book)) == all)
        let query = ContactQuery(limit: 1, after: PageCursor(rawValue: "x"))
        let error = await #expect(throws: RepositoryError.self) { try await list.contacts(query, policy: .cacheOnly) }
        #expect(error?.code == .invalidInput)
    }

    @Test func `without books, and with empty ones, the list is empty`() async throws {
        let repository = CachingContactRepository.temporary()
        for books in [[], [JoinedBook("home", repository)]] {
            let page = try await Self.list(books).contacts(ContactQuery(limit: 10), policy: .networkOnly)
            #expect(page == ContactPage(contacts: []))
        }
    }
}

extension JoinedBook {
    fileprivate init(_ name: String, _ repository: CachingContactRepository) {
        let duplicates = RepositoryDuplicateService(repository: repository)
        self.init(name: name, repository: repository, duplicates: duplicates, mayFetch: false)
    }
}
