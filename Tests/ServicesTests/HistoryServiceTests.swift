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

    private func move(_ name: String, from own: String, to other: String, uses: Int = .max) async throws {
        try await shelf.opening(shelf.book(own)) { repository in
            let others = shelf(own, uses: uses)
            let service = RepositoryTransferService(repository: repository, own: shelf.book(own), books: others)
            _ = try await service.transfer([ContactID(rawValue: name)], to: shelf.book(other), by: .move)
        }
    }

    @discardableResult
    private func turn(_ own: String, isUndone: Bool = false) async throws -> [String] {
        try await shelf.opening(shelf.book(own)) { repository in
            let service = RepositoryHistoryService(repository: repository, own: shelf.book(own), books: shelf(own))
            let announced = try await service.nextSteps(1, isUndone: isUndone).map(\.title)
            let titles = try await service.turn(steps: 1, isUndone: isUndone).map(\.title)
            #expect(announced == titles)
            return titles
        }
    }

    private func names(_ book: String) async throws -> [String] {
        try await shelf.opening(shelf.book(book)) { repository in
            try await repository.contacts(ContactQuery(limit: 10), policy: .cacheOnly).contacts.map(\.displayName)
                .sorted()
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
        try await expect(home: ["Grace"], work: ["Ada"])
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
        try await expect(home: ["Ada", "Grace"], work: [])
        try await turnHalf("work", isUndone: true)
        #expect(try await turn(own, isUndone: true) == ["move"])
        try await expect(home: ["Grace"], work: ["Ada"])
    }

    private func expect(home: [String], work: [String], _ location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await names("home") == home, sourceLocation: location)
        #expect(try await names("work") == work, sourceLocation: location)
    }

    /// With one use, the contact is stored in the other book; with two, it is removed from its own one, too.
    @Test(arguments: 0...4)
    func `a move that was killed loses no contact, and can be undone, redone and repeated`(uses: Int) async throws {
        try await add("Ada", to: "home")
        try? await move("Ada", from: "home", to: "work", uses: uses)
        let isMoved = uses >= 2
        try await expect(home: isMoved ? [] : ["Ada"], work: uses >= 1 ? ["Ada"] : [])
        if uses >= 1 { #expect(try await turn("work") == ["move"]) }
        try await expect(home: ["Ada"], work: [])
        if isMoved {
            #expect(try await turn("work", isUndone: true) == ["move"])
            try await expect(home: [], work: ["Ada"])
            #expect(try await turn("home") == ["move"])
            try await expect(home: ["Ada"], work: [])
        }
        try? await move("Ada", from: "home", to: "work", uses: uses)
        if !isMoved { try await move("Ada", from: "home", to: "work") }
        try await expect(home: [], work: ["Ada"])
        #expect(try await turn("work") == ["move"])
        try await expect(home: ["Ada"], work: [])
    }
}

/// The books `home`, `work` and `third`, each opened for each use, as seen from one of them.
private struct Shelf: OtherBooks {
    private static let names = ["home", "work", "third"]

    private let folder: String
    private let seconds: Counter
    private var own = ""
    /// The number of openings and closings before all fail.
    private var uses = Int.max
    private var used = Counter()

    init() {
        folder = SQLiteContactDAO.temporaryPath()
        seconds = Counter()
    }

    func callAsFunction(_ own: String, uses: Int = .max) -> Shelf {
        var shelf = self
        (shelf.own, shelf.uses, shelf.used) = (own, uses, Counter())
        return shelf
    }

    func book(_ name: String) -> Book {
        Book(name: name, databasePath: "\(folder)/\(name).sqlite", source: .none)
    }

    func all() throws -> [Book] { Self.names.filter { $0 != own }.map(book) }

    func book(of link: StepLink) throws -> Book { book(link.book) }

    func opening<Result>(_ book: Book, _ work: (any ContactRepository) async throws -> Result) async throws -> Result {
        guard used.next <= uses else { throw CancellationError() }
        let dao = SQLiteContactDAO(
            path: book.databasePath,
            now: { [seconds] in Date(timeIntervalSince1970: Double(seconds.next)) }
        )
        do {
            let result = try await work(CachingContactRepository(dao: dao, api: nil, pageSize: 1))
            guard used.next <= uses else { throw CancellationError() }
            await dao.close()
            return result
        } catch {
            await dao.close()
            throw error
        }
    }
}

/// Counts up from 1.
private final class Counter: Sendable {
    private let count = Mutex(0)

    var next: Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
