import Foundation
import Repository
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

/// When the network is used, and what is returned when it fails.
@Suite(.watched) struct CachePolicyTests {
    private let dao = SQLiteContactDAO.temporary()
    private let time = MovableDate()
    private let query = ContactQuery(limit: 100)
    private let hour = CachePolicy.cacheFirst(maxAge: .seconds(3600))
    private let down = RepositoryError(.network, "down")
    private let api = ScriptedAPI()
    private let repository: CachingContactRepository

    init() {
        let now = { @Sendable [time] in time.date }
        repository = CachingContactRepository(dao: dao, api: api, pageSize: 3, now: now)
    }

    @Test func `a failure is not cached, the next read fetches again`() async throws {
        api.answer(.failure(down))
        await #expect(throws: down) { try await repository.contacts(query, policy: hour) }
        api.answer(.people(["a"]))
        #expect(try await repository.contacts(query, policy: hour).lastNames == ["a"])
        #expect(api.requests == 2)
    }

    @Test func `stored contacts are returned with their age if the policy allows it`() async throws {
        api.answer(.people(["a"]))
        _ = try await repository.contacts(query, policy: hour)
        time.advance(7200)
        api.answer(.failure(down))
        let page = try await repository.contacts(query, policy: hour)
        #expect(page.lastNames == ["a"])
        #expect(page.notices == [.stale(age: .seconds(7200), cause: down)])
        api.answer(.failure(down))
        await #expect(throws: down) { try await repository.contacts(query, policy: .networkOnly) }
        api.answer(.people(["b"]))
        let fresh = try await repository.contacts(query, policy: hour)
        #expect(fresh.lastNames == ["b"])
        #expect(fresh.notices.isEmpty)
    }

    @Test(arguments: [
        (RepositoryError.Code.network, true), (.server, true), (.rateLimited, true), (.unauthorized, true),
        (.invalidConfiguration, false), (.inputOutput, false),
    ])
    func `the store stands in for servers, not for users`(code: RepositoryError.Code, isAnswered: Bool) async throws {
        let error = RepositoryError(code, "x")
        api.answer(.people(["a"]))
        _ = try await repository.contacts(query, policy: .networkOnly)
        api.answer(.failure(error))
        if isAnswered {
            let page = try await repository.contacts(query, policy: .cacheFirst(maxAge: .zero))
            #expect(page.lastNames == ["a"])
            #expect(page.notices == [.stale(age: .zero, cause: error)])
        } else {
            await #expect(throws: error) {
                try await repository.contacts(query, policy: .cacheFirst(maxAge: .zero))
            }
        }
    }

    @Test func `a fetch is cancelled with its last reader`() async throws {
        let reading = Task { [query, repository] in try await repository.contacts(query, policy: .networkOnly) }
        await api.isAsked()
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        // The scripted API counts a request as cancelled only when it is.
        while api.cancelled == 0, !Task.isCancelled { await Task.yield() }
        #expect(api.requests == 1)
        #expect(api.cancelled == 1)
    }

    @Test func `no write is lost, sequential or concurrent`() async throws {
        _ = try await dao.store(.sample((0..<10).map { .sample("\($0)", index: $0, uuid: .some("p\($0)")) }))
        let edits = [
            ContactEdit(firstName: "F"), ContactEdit(lastName: "L"), ContactEdit(email: "e@x"), ContactEdit(phone: "1"),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in 0..<10 {
                for edit in edits {
                    group.addTask { _ = try await repository.update(ContactID(rawValue: "p\(person)"), with: edit) }
                }
            }
            try await group.waitForAll()
        }
        let page = try await repository.contacts(query, policy: .cacheOnly)
        #expect(page.contacts.count == 10)
        for contact in page.contacts {
            #expect([contact.name.first, contact.name.last, contact.email, contact.phone] == ["F", "L", "e@x", "1"])
        }
    }
}
