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
        let ada = Contact.made("", origin: .local) { contact in
            contact.name = PersonName(first: "Ada", last: "Lovelace")
            (contact.uid, contact.isFavorite) = ("ada@example.com", true)
            (contact.categories, contact.lines) = (["friends"], ["X-OTHER:kept"])
        }
        return try await RepositoryContactChangeService(repository: here).add(ada)
    }

    private func all(_ repository: CachingContactRepository) async throws -> [Contact] {
        try await repository.contacts(ContactQuery(limit: 10), policy: .cacheOnly).contacts
    }

    @Test func `a move that ended between the books is completed by the next, as a whole and once`() async throws {
        let ada = try await ada()
        let full = OneBook(repository: there, errorAtOnce: RepositoryError(.inputOutput, "The disk is full."))
        let broken = OneBook(repository: there, errorAfterwards: CancellationError())
        for (books, arrived) in [(full, 0), (broken, 1)] {
            let service = RepositoryTransferService(repository: here, books: books)
            await #expect(throws: (any Error).self) { try await service.transfer([ada.id], to: book, by: .move) }
            #expect(try await all(here) == [ada], "nothing is gone here")
            #expect(try await all(there).count == arrived)
        }
        let moved = try await service.transfer([ada.id], to: book, by: .move)
        #expect(moved == [TransferredContact(contact: ada, outcome: .unchanged)])
        #expect(try await all(here).isEmpty)
        let arrived = try await all(there)
        #expect(arrived.count == 1 && arrived.first?.uid == ada.uid && arrived.first?.isFavorite == true)
        #expect(arrived.first?.categories == ["friends"] && arrived.first?.lines == ["X-OTHER:kept"])
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
            ($0.phones, $0.categories) = ([ContactValue("+44 1")], ["friends", "chess"])
            $0.nickname = "Countess"
        }
        try await replace(there) {
            ($0.phones, $0.emails) = ([ContactValue("+44 2")], [ContactValue("ada@example.org")])
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
