import Foundation
import Repository
import RepositoryDoubles
import Synchronization
import Testing

@testable import Services

/// Undo and redo over several books, each in a file of its own.
struct HistoryServiceTests {
    private let shelf = Shelf()

    private func add(_ name: String, to book: String) async throws {
        try await shelf.opening(shelf.book(book)) { repository in
            let contact = Contact.made(ContactID(rawValue: name), origin: .local) { $0.name.first = name }
            _ = try await repository.apply([.add(contact)], title: "add")
        }
    }

    private func move(_ name: String, from own: String, to other: String) async throws {
        try await shelf.opening(shelf.book(own)) { repository in
            let service = RepositoryTransferService(repository: repository, own: shelf.book(own), books: shelf(own))
            _ = try await service.transfer([ContactID(rawValue: name)], to: shelf.book(other), by: .move)
        }
    }

    @discardableResult
    private func turn(_ own: String, isUndone: Bool = false) async throws -> [String] {
        try await shelf.opening(shelf.book(own)) { repository in
            let service = RepositoryHistoryService(repository: repository, books: shelf(own))
            let announced = try await service.nextSteps(1, isUndone: isUndone).map(\.title)
            let titles = try await service.turn(steps: 1, isUndone: isUndone).map(\.title)
            #expect(announced == titles)
            return titles
        }
    }

    private func names(_ book: String) async throws -> [String] {
        try await shelf.opening(shelf.book(book)) { repository in
            try await repository.contacts(ContactQuery(limit: 10), policy: .cacheOnly).contacts.map(\.displayName)
        }
    }

    @Test func `nothing is undone while the book that may have the last step can't be read`() async throws {
        try await add("Grace", to: "home")
        try await add("Ada", to: "work")
        try await move("Ada", from: "work", to: "third")
        let file = URL(filePath: shelf.book("work").databasePath)
        let content = try Data(contentsOf: file)
        try Data(String(repeating: "Dear diary, ", count: 1000).utf8).write(to: file)
        let error = await #expect(throws: RepositoryError.self) { try await turn("home") }
        #expect(error?.message.contains("“work”") == true)
        #expect(try await names("home") == ["Grace"])
        try content.write(to: file)
        #expect(try await turn("home") == ["move"])
        #expect(try await names("work") == ["Ada"])
        #expect(try await names("home") == ["Grace"])
    }

    @Test(arguments: ["home", "work", "third"])
    func `an undo or redo that stopped between two books is finished before another step`(own: String) async throws {
        func turnHalf(_ book: String, isUndone: Bool) async throws {
            try await shelf.opening(shelf.book(book)) { _ = try await $0.turn(steps: 1, isUndone: isUndone) }
        }
        try await add("Grace", to: "home")
        try await add("Ada", to: "home")
        try await move("Ada", from: "home", to: "work")
        try await add("Bob", to: "work")
        #expect(try await turn("work") == ["add"])
        try await turnHalf("home", isUndone: false)
        #expect(try await turn(own) == ["move"])
        #expect(try await names("home").sorted() == ["Ada", "Grace"])
        #expect(try await names("work").isEmpty)
        try await turnHalf("work", isUndone: true)
        #expect(try await turn(own, isUndone: true) == ["move"])
        #expect(try await names("home") == ["Grace"])
        #expect(try await names("work") == ["Ada"])
    }
}

/// The books `home`, `work` and `third`, each opened for each use, as seen from one of them.
private struct Shelf: OtherBooks {
    private static let names = ["home", "work", "third"]

    private let folder: String
    private let seconds: Counter
    private var own = ""
    /// Called before each opening.
    private var onOpening: @Sendable () throws -> Void = {}

    init() {
        folder = SQLiteContactDAO.temporaryPath()
        seconds = Counter()
    }

    func callAsFunction(_ own: String, onOpening: @escaping @Sendable () throws -> Void = {}) -> Shelf {
        var shelf = self
        (shelf.own, shelf.onOpening) = (own, onOpening)
        return shelf
    }

    func book(_ name: String) -> Book {
        Book(name: name, databasePath: "\(folder)/\(name).sqlite", source: .none)
    }

    func all() throws -> [Book] { Self.names.filter { $0 != own }.map(book) }

    func book(of link: StepLink) throws -> Book { book(link.book) }

    func opening<Result>(_ book: Book, _ work: (any ContactRepository) async throws -> Result) async throws -> Result {
        try onOpening()
        let dao = SQLiteContactDAO(path: book.databasePath, now: { [seconds] in seconds.next })
        do {
            let result = try await work(CachingContactRepository(dao: dao, api: nil, pageSize: 1))
            await dao.close()
            return result
        } catch {
            await dao.close()
            throw error
        }
    }
}

/// A clock that is a second later at each look.
private final class Counter: Sendable {
    private let count = Mutex(0.0)

    var next: Date {
        Date(
            timeIntervalSince1970: count.withLock {
                $0 += 1
                return $0
            }
        )
    }
}
