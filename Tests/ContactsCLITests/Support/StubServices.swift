import Repository
import RepositoryDoubles
import Services
import Synchronization

/// A list service that answers with what the test says, and remembers what it was asked.
final class RecordingListService: ContactListService {
    struct Call: Equatable, Sendable {
        var query: ContactQuery
        var policy: CachePolicy
    }

    private let answer: @Sendable (_ call: Call, _ number: Int) async throws -> ContactPage
    private let recorded = Mutex<[Call]>([])

    init(answer: @escaping @Sendable (_ call: Call, _ number: Int) async throws -> ContactPage) {
        self.answer = answer
    }

    var calls: [Call] { recorded.withLock { $0 } }

    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        let call = Call(query: query, policy: policy)
        let number = recorded.withLock { calls in
            calls.append(call)
            return calls.count
        }
        return try await answer(call, number)
    }

    /// The words of the filter, counted.
    func count(_ filter: ContactFilter) -> Int { filter.text.split(separator: " ").count }
}

/// A number of people, served in pages as a repository does.
struct PagedPeople: Sendable {
    let count: Int

    func page(of query: ContactQuery) -> ContactPage {
        let start = query.after.flatMap { Int($0.rawValue) } ?? 0
        let end = min(count, start + query.limit)
        return ContactPage(
            contacts: (start..<end).map(Contact.numbered),
            next: end < count ? PageCursor(rawValue: String(end)) : nil
        )
    }
}

/// A contact service that answers with what the test says.
struct StubContactService: ContactService {
    var find: @Sendable (String) async throws -> Contact = { prefix in
        throw RepositoryError(.notFound, "No contact has '\(prefix)'.")
    }

    func contact(matching prefix: String, for purpose: SelectionPurpose) async throws -> Contact {
        try await find(prefix)
    }

    func contacts(inGroup name: String) async throws -> [Contact] { [try await find(name)] }
}

/// A change service that answers as the test sets it; by default no contact is found.
struct StubContactChangeService: ContactChangeService {
    private static let notFound = RepositoryError(.notFound, "The test has no such contact.")

    var adding: @Sendable (Contact) async throws -> Contact = { _ in throw Self.notFound }
    var changing: @Sendable ([ContactID], ContactEdit) async throws -> [ContactUpdate] = { _, _ in throw Self.notFound }
    var removing: @Sendable ([ContactID]) async throws -> [Contact] = { _ in throw Self.notFound }

    func add(_ contact: Contact) async throws -> Contact { try await adding(contact) }

    func check(_ contact: Contact) async throws -> Contact { contact }

    func edit(_ ids: [ContactID], with edit: ContactEdit, title: String) async throws -> [ContactUpdate] {
        try await changing(ids, edit)
    }

    func preview(_ ids: [ContactID], with edit: ContactEdit) async throws -> [ContactUpdate] {
        try await changing(ids, edit)
    }

    func deleteEmptyGroup(_ name: String) async throws { throw Self.notFound }

    func remove(_ ids: [ContactID]) async throws -> [Contact] { try await removing(ids) }
}

/// A synchronization that reports what the test says, then fails with the error if there is one, or never ends.
struct StubSyncService: SyncService {
    var reports: [SyncProgress]
    var error: RepositoryError?
    var isEndless = false

    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
        AsyncThrowingStream { continuation in
            for report in reports { continuation.yield(report) }
            if !isEndless { continuation.finish(throwing: error) }
        }
    }
}
