import Bloc
import BlocKit
import BlocTesting
import Foundation
import Repository
import Services
import TerminalUI

@testable import ContactsCLI

/// A session over a store of people, with a screen in memory.
@MainActor final class BrowseHarness {
    let store: PeopleStore
    /// The stores of the other books, where all books are shown.
    let others: [(name: String, store: PeopleStore)]
    let manager = BlocManager()
    let session: BrowseSession
    let router: RouterBloc
    private(set) var copied: [String] = []
    private(set) var ends: [BrowseEnd] = []
    /// Called whenever something is to be drawn.
    var redraw: () -> Void = {}

    init(
        _ store: PeopleStore,
        route: Route? = nil,
        isChooser: Bool = false,
        sources: BrowseSources = BrowseSources(),
        others: [(name: String, store: PeopleStore)] = []
    ) throws {
        self.store = store
        self.others = others
        let manager = manager
        let repository = store.repository
        var configuration = try ConfigurationLoader(processEnvironment: ["HOME": "/nobody"])
            .load(flags: ConfigurationFlags()).configuration
        configuration.book = Book(name: "test", databasePath: store.path, source: .none)
        if !others.isEmpty { configuration.joinedBooks = [] }
        let settings = configuration
        let books = [("test", store)] + others
        let app = AppDependencies {
            if !others.isEmpty {
                $0.joinedBooks = JoinedBooks(
                    books.map { name, store in
                        let found = RepositoryDuplicateService(repository: store.repository)
                        return JoinedBook(name: name, repository: store.repository, duplicates: found, mayFetch: false)
                    },
                    standard: books.last?.0 ?? "test"
                )
            }
            $0.configuration = settings
            $0.manager = manager
            $0.errors = ErrorService()
            $0.hydrationStorage = InMemoryHydrationStorage()
            $0.contactList = repository
            $0.storeWatch = repository
            $0.contact = RepositoryContactService(repository: repository)
            $0.changes = RepositoryContactChangeService(repository: repository)
            $0.history = RepositoryHistoryService(repository: repository)
            $0.birthdays = RepositoryBirthdayService(list: repository)
            let values = SQLiteValueStore(path: store.path, createsFile: false)
            $0.duplicates = RepositoryDuplicateService(repository: repository, values: values)
            $0.overview = repository
        }.joined
        router = RouterBloc()
        if let route { router.add(.opened(route)) }
        session = BrowseSession(app: app, isChooser: isChooser, router: router, sources: sources)
        session.sources.redraw = { [weak self] in self?.redraw() }
        session.sources.copy = { [weak self] in self?.copied.append($0) }
        session.sources.stop = { [weak self] in self?.ends.append($0) }
        session.begin()
    }

    /// Runs a test in a session over people, once the screen shows a text, and closes everything.
    static func with(
        _ contacts: [Contact],
        route: Route? = nil,
        isChooser: Bool = false,
        sources: BrowseSources = BrowseSources(),
        others: [(name: String, contacts: [Contact])] = [],
        shows text: String? = nil,
        _ test: @MainActor (BrowseHarness) async throws -> Void
    ) async throws {
        let store = try await PeopleStore(contacts)
        var stores: [(name: String, store: PeopleStore)] = []
        for other in others { stores.append((other.name, try await PeopleStore(other.contacts))) }
        let harness = try BrowseHarness(store, route: route, isChooser: isChooser, sources: sources, others: stores)
        do {
            if let text { await harness.shows(text) }
            try await test(harness)
            await harness.close()
        } catch {
            await harness.close()
            throw error
        }
    }

    /// Runs a test in a session that shows so many people.
    static func list(_ count: Int, _ test: @MainActor (BrowseHarness) async throws -> Void) async throws {
        try await with(PeopleStore.people(count), shows: count == 1 ? "1 contact" : "\(count) contacts", test)
    }

    func close() async {
        await session.close()
        await router.close()
        await manager.closeAll()
        await store.close()
        for other in others { await other.store.close() }
    }

    /// Presses keys in haste, and waits until the page has taken them in, and then until the screen shows the text.
    func press(_ keys: Key..., shows text: String? = nil) async {
        await receive(keys)
        if let text { await shows(text) }
    }

    /// Types a text in haste, and waits until the page has taken it in; then presses keys.
    func type(_ text: String, _ keys: Key..., shows shown: String? = nil) async {
        await receive(text.map(Key.character))
        if !keys.isEmpty { await receive(keys) }
        if let shown { await shows(shown) }
    }

    private func receive(_ keys: [Key]) async {
        session.receive(keys.map { ReceivedEvent(.key($0)) })
        await session.inputSettled()
    }

    func click(_ name: String, _ index: Int) {
        let click = InputEvent.mouse(Mouse(.click, at: .zero))
        session.receive([ReceivedEvent(click, at: HitTarget(name: name, index: index))])
    }

    func text(columns: Int = 80, rows: Int = 24) -> String {
        let size = Size(columns: columns, rows: rows)
        return TextRendering.text(of: Frame(session.view(for: size), size: size).grid)
    }

    func shows(_ text: String, columns: Int = 80) async {
        while !self.text(columns: columns).contains(text) { await Task.yield() }
    }

    /// Lets what is ready run.
    func idle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    func hides(_ text: String) async { while self.text().contains(text) { await Task.yield() } }
}

extension ActionTable {
    /// The keys with more than one action, or with another one than everywhere else; empty in a valid table.
    var conflicts: [String] {
        let fixed = FixedKey.allCases.flatMap { key in key.keys.map { ($0, key.rawValue) } }
        let uses = actions.flatMap { action in action.keys.map { (key: $0, id: action.id) } }
        return Dictionary(grouping: uses, by: \.key).compactMap { key, uses in
            let ids = Set(uses.map(\.id) + fixed.filter { $0.0 == key }.map(\.1))
            return uses.count > 1 || ids.count > 1 ? "\(key) is \(ids)" : nil
        }
    }
}

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
            let (id, name) = (ContactID(rawValue: "id-\(text)"), PersonName(first: "F\(text)", last: "L\(text)"))
            return Contact(id: id, name: name, email: "p\(text)@example.org", origin: .local)
        }
    }
}
