import Repository
import RepositoryDoubles
import Testing

@testable import Services

@Suite struct ContactTransferTests {
    private let here = CachingContactRepository.temporary()
    private let there = CachingContactRepository.temporary()
    private let book = Book(name: "home", databasePath: "/home.sqlite", source: .none)

    private var service: RepositoryTransferService {
        RepositoryTransferService(repository: here, books: OneBook(repository: there))
    }

    private func ada() async throws -> Contact {
        var contact = Contact(
            id: ContactID(rawValue: ""),
            name: PersonName(first: "Ada", last: "Lovelace"),
            origin: .local
        )
        contact.uid = "ada@example.com"
        contact.isFavorite = true
        contact.categories = ["friends"]
        contact.lines = ["X-OTHER:kept"]
        return try await RepositoryContactChangeService(repository: here).add(contact)
    }

    private func all(_ repository: CachingContactRepository) async throws -> [Contact] {
        try await repository.contacts(ContactQuery(limit: 10), policy: .cacheOnly).contacts
    }

    @Test func `a move takes everything and the UID along, and is a step of history in both books`() async throws {
        let ada = try await ada()
        let moved = try await service.transfer([ada.id], to: book, by: .move)
        #expect(moved == [TransferredContact(contact: ada, outcome: .added)])
        #expect(try await all(here).isEmpty)
        let arrived = try #require(try await all(there).first)
        #expect(arrived.uid == ada.uid)
        #expect(arrived.isFavorite)
        #expect(arrived.categories == ["friends"])
        #expect(arrived.lines == ["X-OTHER:kept"])
        for repository in [here, there] {
            #expect(try await repository.history(limit: 1).map(\.title) == ["move"])
            _ = try await repository.turn(steps: 1, isUndone: false)
        }
        #expect(try await all(here) == [ada])
        #expect(try await all(there).isEmpty)
    }

    @Test func `a contact without a UID has in both books the one that its exports have`() async throws {
        let id = ContactID(rawValue: "1c41a2fe-0000-4000-8000-000000000001")
        let contact = Contact(id: id, name: PersonName(first: "Ada"), origin: .local)
        _ = try await here.apply([.add(contact)], title: "add")
        _ = try await service.transfer([id], to: book, by: .copy)
        #expect(try await all(here).map(\.id) == [id])
        #expect(try await all(there).map(\.id) == [id])
    }

    @Test func `a move that ended between the books is completed by the next, without a second contact`() async throws {
        let ada = try await ada()
        let broken = RepositoryTransferService(
            repository: here,
            books: OneBook(repository: there, errorAfterwards: CancellationError())
        )
        await #expect(throws: CancellationError.self) { try await broken.transfer([ada.id], to: book, by: .move) }
        #expect(try await all(here) == [ada])
        #expect(try await all(there).count == 1)
        #expect(
            try await service.transfer([ada.id], to: book, by: .move) == [
                TransferredContact(contact: ada, outcome: .unchanged)
            ]
        )
        #expect(try await all(here).isEmpty)
        #expect(try await all(there).count == 1)
    }

    @Test func `when the other book cannot be written, nothing is gone here`() async throws {
        let ada = try await ada()
        let full = RepositoryTransferService(
            repository: here,
            books: OneBook(repository: there, errorAtOnce: RepositoryError(.inputOutput, "The disk is full."))
        )
        await #expect(throws: RepositoryError.self) { try await full.transfer([ada.id], to: book, by: .move) }
        #expect(try await all(here) == [ada])
    }

    @Test(arguments: [false, true])
    func `what only the contact there had stays, in lists and in fields that differ`(isMoved: Bool) async throws {
        let ada = try await ada()
        _ = try await service.transfer([ada.id], to: book, by: .copy)
        func replace(_ repository: CachingContactRepository, _ change: (inout Contact) -> Void) async throws {
            var contact = try #require(try await all(repository).first)
            change(&contact)
            _ = try await repository.apply([.replace(contact.id, contact)], title: "edit")
        }
        try await replace(here) {
            $0.phones = [ContactValue("+44 1")]
            $0.categories = ["friends", "chess"]
            $0.nickname = "Countess"
        }
        try await replace(there) {
            $0.phones = [ContactValue("+44 2")]
            $0.emails = [ContactValue("ada@example.org")]
            $0.nickname = "Queen"
        }
        let way = isMoved ? TransferWay.move : .copy
        let transferred = try await service.transfer([ada.id], to: book, by: way)
        #expect(transferred.contains { if case .updated = $0.outcome { true } else { false } })
        let joined = try #require(try await all(there).first)
        #expect(Set(joined.phones.map(\.value)) == ["+44 1", "+44 2"])
        #expect(joined.emails.map(\.value) == ["ada@example.org"])
        #expect(joined.categories == ["friends", "chess"])
        #expect(joined.nickname == "Queen")
        #expect(joined.note?.contains("Countess") == true)
        guard !isMoved else { return }
        #expect(try await service.transfer([ada.id], to: book, by: .copy).map(\.outcome) == [.unchanged])
        #expect(try await all(there) == [joined])
    }
}

/// Another book that is always open, or that fails.
private struct OneBook: OtherBooks {
    let repository: any ContactRepository
    var errorAtOnce: (any Error)?
    var errorAfterwards: (any Error)?

    func all() throws -> [Book] { [] }

    func book(of link: StepLink) throws -> Book { throw RepositoryError(.notFound, "There is no other book.") }

    func opening<Result>(_ book: Book, _ work: (any ContactRepository) async throws -> Result) async throws -> Result {
        if let errorAtOnce { throw errorAtOnce }
        let result = try await work(repository)
        if let errorAfterwards { throw errorAfterwards }
        return result
    }
}
