import Foundation
import Repository
import RepositoryDoubles
import Services
import Synchronization
import Testing

@Suite struct JoinedBooksTests {
    private let repositories: [(name: String, repository: CachingContactRepository)]
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
        repositories = ["default", "home", "work"].map { name in
            (
                name: name,
                repository: CachingContactRepository(
                    dao: SQLiteContactDAO.temporary(),
                    api: nil,
                    pageSize: 1,
                    now: clock.next
                )
            )
        }
        books = JoinedBooks(
            repositories.map { name, repository in
                JoinedBook(
                    name: name,
                    repository: repository,
                    duplicates: RepositoryDuplicateService(repository: repository),
                    mayFetch: false
                )
            },
            standard: "home"
        )
    }

    private static func person(_ id: String, _ last: String, email: String? = nil) -> Contact {
        Contact(id: ContactID(rawValue: id), name: PersonName(first: "Ada", last: last), email: email, origin: .local)
    }

    private func add(_ book: Int, _ contacts: [Contact]) async throws {
        _ = try await repositories[book].repository.apply(contacts.map(ContactChange.add), title: "add")
    }

    private func id(_ text: String) -> ContactID { ContactID(rawValue: text) }

    @Test func `a contact is found by its book and identifier, or by what only one book has`() async throws {
        try await add(0, [Self.person("3fa2-one", "Same")])
        try await add(1, [Self.person("3fa2-one", "Same"), Self.person("9be0-two", "Other")])
        #expect(try await books.contact(matching: "home:3fa2", for: .changing).book == "home")
        #expect(try await books.contact(matching: "9be0", for: .changing).id == id("home:9be0-two"))
        await #expect { try await books.contact(matching: "3fa2", for: .changing) } throws: { error in
            let error = error as? RepositoryError
            return error?.code == .ambiguous && error?.candidates.map(\.book) == ["default", "home"]
        }
        await #expect { try await books.contact(matching: "nothing", for: .changing) } throws: {
            ($0 as? RepositoryError)?.code == .notFound
        }
        try await add(1, [Self.person("77aa-one", "Third"), Self.person("77aa-two", "Fourth")])
        await #expect { try await books.contact(matching: "77aa", for: .changing) } throws: {
            ($0 as? RepositoryError)?.candidates.map(\.id).sorted() == [id("home:77aa-one"), id("home:77aa-two")]
        }
        // One match in a book and two in another are three: a query must not choose that one. Its whole name may.
        try await add(2, [Self.person("88bb-one", "Fourth-Novak")])
        try await add(0, [Self.person("88bb-two", "Novak Lee"), Self.person("88bb-three", "Novak Park")])
        await #expect { try await books.contact(matching: "name:novak", for: .changing) } throws: {
            ($0 as? RepositoryError)?.candidates.count == 3
        }
        #expect(try await books.contact(matching: "Ada Fourth-Novak", for: .changing).book == "work")
        let apart = books.apart(try await books.contact(matching: "home:3fa2", for: .changing))
        #expect(apart.id == id("3fa2-one"))
    }

    @Test func `a new contact goes into the standard book, others are changed where they are`() async throws {
        let added = try await books.add(Self.person("", "New"))
        #expect(added.book == "home" && added.id.rawValue.hasPrefix("home:"))
        try await add(0, [Self.person("one-1", "One")])
        let updates = try await books.edit(
            [id("default:one-1"), added.id],
            with: ContactEdit(firstName: "Changed"),
            title: "edit"
        )
        #expect(updates.map(\.new.id) == [id("default:one-1"), added.id])
        #expect(try await repositories[0].repository.contact(matching: "one-1").name.first == "Changed")
        await #expect { try await books.remove([id("default:one-1"), id("home:gone")]) } throws: {
            ($0 as? RepositoryError)?.code == .notFound
        }
        #expect(try await books.count(ContactFilter()) == 2)
    }

    @Test func `one undo reverts one change, in several books too, and the last step of all is first`() async throws {
        for book in 0..<2 { try await add(book, [Self.person("one-\(book)", "One")]) }
        _ = try await books.edit([id("default:one-0")], with: ContactEdit(firstName: "A"), title: "first")
        _ = try await books.remove([id("default:one-0"), id("home:one-1")])
        let listed = try await books.history(limit: 10)
        // Steps of one moment in different books have no order.
        #expect(listed.map(\.title).sorted() == ["add", "add", "first", "remove", "remove"])
        #expect(Set(listed.map(\.id)).count == 5)
        let first = try #require(listed.first { $0.title == "first" })
        let detail = try await books.step(first.id, limit: 5)
        #expect(detail.step.book == "default" && detail.changes.first?.after?.id == id("default:one-0"))

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
        _ = try await books.edit(
            [id("default:one-0"), id("home:one-1")],
            with: ContactEdit(firstName: "A"),
            title: "both"
        )
        _ = try await books.edit([id("home:one-1")], with: ContactEdit(firstName: "B"), title: "later")
        // In the book itself, not together with the other one.
        #expect(try await repositories[1].repository.turn(steps: 2, isUndone: false).map(\.title) == ["later", "both"])
        #expect(try await books.turn(steps: 1, isUndone: false).map(\.title) == ["both"])
        #expect(try await books.history(limit: 9).filter { !$0.isUndone }.map(\.title) == ["add", "add"])
        #expect(try await books.turn(steps: 1, isUndone: true).count == 2)
        #expect(try await books.history(limit: 9).filter(\.isUndone).map(\.title) == ["later"])
        #expect(try await books.turn(steps: 1, isUndone: true).map(\.title) == ["later"])
        #expect(try await books.turn(steps: 2, isUndone: false).map(\.title).sorted() == ["both", "both", "later"])
        #expect(try await books.history(limit: 9).filter { !$0.isUndone }.map(\.title) == ["add", "add"])
    }

    @Test func `duplicates are those within a book, and contacts of two books are not merged`() async throws {
        for book in 0..<2 {
            let people = (0..<2).map { Self.person("p-\($0)", "Lovelace", email: "ada@example.org") }
            try await add(book, people)
        }
        let groups = try await books.duplicates { _, _ in }
        #expect(groups.map { Set($0.contacts.compactMap(\.book)).count } == [1, 1])
        await #expect { try await books.merge([[id("default:p-0"), id("home:p-1")]], title: "merge") } throws: {
            ($0 as? RepositoryError)?.code == .invalidInput
        }
        let merged = try await books.merge(groups.map { $0.contacts.map(\.id) }, title: "merge")
        #expect(merged.compactMap(\.book) == ["default", "home"])
        #expect(try await books.turn(steps: 1, isUndone: false).count == 2)
    }

    @Test func `the overview is the sum of those of the books`() async throws {
        var person = Self.person("a", "A")
        person.categories = ["friends"]
        for book in 0..<2 { try await add(book, [person]) }
        let sum = try await books.overview()
        #expect(sum.contacts == 2)
        #expect(sum.categories == ["friends": 2])
    }

    @Test func `a change of any book is told`() async throws {
        let changes = books.storeChanges()
        let repository = repositories[2].repository
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
