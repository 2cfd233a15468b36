import Foundation
import Repository

@testable import ContactsCLI

/// A store of a test's own contacts in a database file, which is removed with it.
final class PeopleStore: Sendable {
    let path: String
    let repository: CachingContactRepository
    private let dao: SQLiteContactDAO
    private let folder: TemporaryFolder

    init(_ contacts: [Contact] = []) async throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "contacts.db").path
        dao = SQLiteContactDAO(path: path)
        repository = CachingContactRepository(dao: dao, api: nil, pageSize: 50)
        if !contacts.isEmpty { _ = try await repository.apply(contacts.map(ContactChange.add), title: "add") }
    }

    static func with(_ contacts: [Contact], _ test: (PeopleStore) async throws -> Void) async throws {
        let store = try await PeopleStore(contacts)
        do {
            try await test(store)
            await store.close()
        } catch {
            await store.close()
            throw error
        }
    }

    func close() async { await dao.close() }

    /// Applies a change as another process would, on a connection of its own.
    func changeElsewhere(_ change: ContactChange) async throws {
        let other = SQLiteContactDAO(path: path)
        _ = try await CachingContactRepository(dao: other, api: nil, pageSize: 50).apply([change], title: "elsewhere")
        await other.close()
    }

    /// So many people with numbers in their names, in the order of the list.
    static func people(_ count: Int) -> [Contact] {
        (0..<count).map { number in
            let text = String(repeating: "0", count: 5 - "\(number)".count) + "\(number)"
            return Contact(
                id: ContactID(rawValue: "id-\(text)"),
                name: PersonName(first: "F\(text)", last: "L\(text)"),
                email: "p\(text)@example.org",
                origin: .local
            )
        }
    }
}
