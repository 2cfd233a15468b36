import Bloc
import BlocKit
import LoopbackHTTP
import Primitives
import RandomUserServer
import Repository
import Services
import Synchronization

/// Composes the program; the only place that names the concrete types behind the interfaces.
///
/// Creating it is cheap: the database, the HTTP client and the embedded server are opened when a command first needs
/// them.
final class CompositionRoot: Sendable {
    let configuration: AppConfiguration
    let manager = BlocManager()
    let unreadable: UnreadableRecords
    let errors = ErrorService(translate: { ($0 as? HydrationError).map { DisplayedError($0) } })

    /// The maximum wait for another process when saving a list position, in milliseconds.
    private static let rememberingLimit = 3_000

    /// The idle timeout for a server, unless the timeout for whole requests is longer.
    private static let shortestSilence: Duration = .seconds(30)

    private let dao: SQLiteContactDAO
    private let values: SQLiteValueStore
    private let transport: CurlTransport
    private let embeddedServer = LazyServer()
    private let api: RandomUserContactAPI
    /// The locale variables; their country is only a guess at where phone numbers are from.
    private let locale: [String: String]
    /// The order of day, month and year in the locale's dates.
    private let dateOrder: DateOrder?
    let repository: CachingContactRepository
    /// The other books, when several are used as one.
    private let others: [CompositionRoot]
    private let siblings: SiblingBooks

    /// Creates all parts from the configuration.
    ///
    /// From the environment it reads only `SSL_CERT_FILE` and the variables for proxies, the locale and the user's
    /// folders. The interruption aborts waits for the database.
    init(
        configuration: AppConfiguration,
        environment: [String: String],
        interruption: Interruption = Interruption(),
        unreadable: UnreadableRecords = UnreadableRecords()
    ) {
        self.configuration = configuration
        self.unreadable = unreadable
        let registry = XDGFolders(environment: environment).bookRegistry
        siblings = SiblingBooks(configuration: configuration, registry: registry, interruption: interruption)
        dateOrder = DateOrder(localeIn: environment)
        locale = environment.filter { PhoneRegion.localeVariables.contains($0.key) }
        let endpoint = configuration.apiEndpointURL
        // The embedded server is never reached through a proxy.
        let proxies = endpoint == Self.embeddedEndpoint ? .none : ProxySettings(environment: environment)
        transport = CurlTransport(
            proxies: proxies,
            idleTimeout: max(Self.shortestSilence, configuration.apiTimeout),
            certificateFile: configuration.certificateFile(in: environment)
        )
        dao = SQLiteContactDAO(
            path: configuration.databasePath,
            region: configuration.defaultRegion,
            interruption: interruption
        ) { [unreadable] record in
            unreadable.add(record)
        }
        var settings = APISettings { [embeddedServer] in
            endpoint == Self.embeddedEndpoint ? try await embeddedServer.value().baseURL : endpoint
        }
        settings.version = configuration.apiVersion
        settings.seed = configuration.apiSeed
        settings.nationalities = configuration.apiNationalities
        settings.token = configuration.apiAccessToken?.value
        settings.timeout = configuration.apiTimeout
        settings.retryLimit = configuration.apiRetryLimit
        settings.userAgent = ProgramVersion(configuration).userAgent
        api = RandomUserContactAPI(settings: settings, transport: transport)
        // Showing an empty list must not create a database.
        values = SQLiteValueStore(
            path: configuration.databasePath,
            createsFile: false,
            busyLimit: Self.rememberingLimit,
            interruption: interruption
        )
        repository = CachingContactRepository(
            dao: dao,
            api: configuration.usesAPI ? api : nil,
            pageSize: configuration.apiPageSize,
            file: configuration.databasePath
        )
        others = (configuration.joinedBooks ?? []).filter { $0 != configuration.book }.map { book in
            CompositionRoot(
                configuration: configuration.opening(book),
                environment: environment,
                interruption: interruption,
                unreadable: unreadable
            )
        }
    }

    static let embeddedEndpoint = "embedded:"

    var dependencies: AppDependencies {
        AppDependencies {
            $0.configuration = configuration
            $0.manager = manager
            $0.errors = errors
            $0.hydrationStorage = ValueStoreHydrationStorage(
                store: values,
                prefix: configuration.isAllBooks ? "\(Book.allName)/" : ""
            )
            let joined = configuration.isAllBooks ? joinedBooks : nil
            $0.contactList = if let joined { joined } else { repository }
            $0.joinedBooks = joined
            $0.elsewhere = { [siblings] query in
                var found: [Contact] = []
                for book in try joined == nil ? siblings.all() : [] {
                    if case .api = book.source { continue }
                    // An unreadable book must not prevent working with this one.
                    let contacts = try? await SQLiteContactDAO.opened(book.databasePath) {
                        try await $0.contacts(query)
                    }
                    for var contact in contacts?.contacts ?? [] {
                        contact.book = book.name
                        found.append(contact)
                    }
                }
                return found
            }
            $0.storeWatch = repository
            $0.contact = RepositoryContactService(repository: repository)
            $0.changes = RepositoryContactChangeService(repository: repository, dateOrder: dateOrder)
            $0.history = RepositoryHistoryService(repository: repository, own: configuration.book, books: siblings)
            $0.birthdays = RepositoryBirthdayService(list: $0.contactList)
            $0.overview = if let joined { joined } else { repository }
            $0.cache = repository
            $0.importing = repository
            $0.transfer = transfer
            $0.duplicates = duplicates
            $0.sync = repository
            $0.bookSync = { [configuration, dao] program in
                guard let book = configuration.book, book.source.isTwoWay else { return nil }
                return StoreBookSyncService(store: dao) { address in
                    try BookSources.keep(address, for: book, in: program)
                } source: {
                    try await BookSources.source(of: book, in: program, configuration)
                }
            }
            $0.lostVersions = dao
            $0.bookChanges = { [configuration] in
                try BookSources.changes(of: configuration.book, database: configuration.databasePath)
            }
            $0.sourceHealth = { [configuration, siblings] program in
                SourceHealthService(
                    books: { try siblings.withOwn() },
                    apart: { book in
                        try await SQLiteContactDAO.opened(book.databasePath, siblings.interruption) {
                            try await $0.cardsApart()
                        }
                    },
                    source: { book in
                        do {
                            return try await BookSources.source(
                                of: book,
                                in: program,
                                configuration,
                                isExamining: true
                            )
                        } catch let failure as Failure {
                            throw RepositoryError(.invalidConfiguration, failure.message)
                        }
                    }
                )
            }
            $0.health = SystemHealthService(
                databasePath: configuration.databasePath,
                store: dao,
                api: configuration.usesAPI ? api : nil,
                books: { [siblings] in
                    try siblings.all().map { book in
                        (book, SQLiteContactDAO(path: book.databasePath, interruption: siblings.interruption))
                    }
                }
            )
        }
    }

    private var transfer: RepositoryTransferService {
        RepositoryTransferService(repository: repository, own: configuration.book, books: siblings)
    }

    /// Moves the contacts that don't come from an API to another book, and returns their number.
    func moveOwnContacts(to book: Book) async throws -> Int {
        let own = try await dao.ownContacts()
        return own.isEmpty ? 0 : try await transfer.transfer(own, to: book, by: .move).count
    }

    /// Returns the number of contacts in a database; 0 if the file doesn't exist.
    static func contactCount(at path: String) async throws -> Int {
        try await SQLiteContactDAO.opened(path) { try await $0.count(ContactFilter()) }
    }

    /// Returns whether a database has contacts that don't come from an API, or `nil` if it can't be read; unless
    /// `endingRedo` is set, false if moving them would clear the redo history.
    static func hasOwnContacts(at path: String, endingRedo: Bool) async -> Bool? {
        try? await SQLiteContactDAO.opened(path) { dao in
            // A new step would discard the steps that can be redone.
            let undone = try? await dao.nextStep(isUndone: true)
            return try await !dao.ownContacts(limit: 1).isEmpty && (endingRedo || undone == nil)
        }
    }

    private var duplicates: RepositoryDuplicateService {
        RepositoryDuplicateService(
            repository: repository,
            values: values,
            region: { [configuration, locale] in configuration.defaultRegion ?? PhoneRegion(localeIn: locale) }
        )
    }

    /// All books combined, for browsing and changing contacts.
    ///
    /// The embedded server's invented people are listed if they are stored, but never fetched for this.
    private var joinedBooks: JoinedBooks {
        let books = configuration.joinedBooks ?? []
        let roots = ([self] + others).filter { root in books.contains { $0 == root.configuration.book } }
        return JoinedBooks(
            roots.map { root in
                JoinedBook(
                    name: root.configuration.book?.name ?? Book.peopleName,
                    repository: root.repository,
                    duplicates: root.duplicates,
                    history: RepositoryHistoryService(
                        repository: root.repository,
                        own: root.configuration.book,
                        books: root.siblings
                    ),
                    mayFetch: root.configuration.usesAPI && !root.configuration.isDemonstration
                )
            },
            standard: configuration.standardBookName,
            dateOrder: dateOrder
        )
    }

    /// Runs a closure with a program over a temporary store, which is removed afterwards.
    static func over<Result>(
        _ start: ReplayStart,
        of configuration: AppConfiguration,
        environment: [String: String],
        _ work: (CompositionRoot) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        var replaced = configuration
        replaced.databasePath = folder.appending(path: "contacts.db").path
        if start != .empty, FileManager.default.fileExists(atPath: configuration.databasePath) {
            let copy = replaced.databasePath
            try await SQLiteContactDAO.opened(configuration.databasePath) { try await $0.backup(to: copy) }
        }
        return try await CompositionRoot(configuration: replaced, environment: environment).closing { root in
            switch start {
            case .copy, .empty: break
            case .undone(let steps): _ = try await root.repository.turn(steps: steps, isUndone: false)
            case .redone(let steps): _ = try await root.repository.turn(steps: steps, isUndone: true)
            }
            return try await work(root)
        }
    }

    /// Runs a closure with this program, and shuts the program down afterwards.
    func closing<Result>(_ work: (CompositionRoot) async throws -> Result) async throws -> Result {
        let result = await Swift.Result(awaiting: { try await work(self) })
        await shutDown()
        return try result.get()
    }

    /// Closes everything that was opened, inner layers last: blocs stop before the services they use.
    func shutDown() async {
        await manager.closeAll()
        for root in others { await root.shutDown() }
        values.close()
        await dao.close()
        await transport.shutdown()
        await embeddedServer.stop()
    }

    /// Starts a separate server for `contacts serve`, with a budget of people per five minutes; 0 means no limit.
    ///
    /// Returns the URL of the API, which ends in a slash, and a closure that stops the server.
    static func startServer(
        port: Int,
        token: String?,
        budget: Int,
        allowsOtherSites: Bool
    ) async throws -> (baseURL: String, stop: @Sendable () async -> Void) {
        do {
            let server = try await EmbeddedServer.start(
                options: ServerOptions(
                    port: port,
                    token: token,
                    budget: budget > 0 ? UserBudget(limit: budget, window: .seconds(300)) : nil,
                    allowsOtherSites: allowsOtherSites
                )
            )
            return (server.baseURL, { await server.stop() })
        } catch let error as LoopbackServerError {
            guard case .cannotListen = error else { throw Failure(.unavailable, error.description) }
            let place = port == 0 ? "a free port" : "port \(port)"
            throw Failure(.unavailable, "The server cannot listen on \(place) (\(error)). Try another with --port.")
        }
    }
}

/// The user's other books; each is opened without its source, and only while it is in use.
private struct SiblingBooks: OtherBooks {
    let configuration: AppConfiguration
    let registry: BookRegistry?
    let interruption: Interruption

    /// Returns the people's book and all added books, including the open one; empty if a database file is named.
    func withOwn() throws -> [Book] {
        guard let standard = configuration.peopleBook, let registry else { return [] }
        return try [standard] + registry.read().entries.map(registry.book)
    }

    func all() throws -> [Book] { try withOwn().filter { $0.databasePath != configuration.databasePath } }

    func book(of link: StepLink) throws -> Book {
        let book =
            if let file = link.file, let registry {
                try registry.read().entries.first { $0.file == file }.map(registry.book)
            } else {
                configuration.peopleBook
            }
        guard let book else { throw RepositoryError(.notFound, "The book “\(link.book)” was removed.") }
        return book
    }

    func opening<Result>(_ book: Book, _ work: (any ContactRepository) async throws -> Result) async throws -> Result {
        var own = book
        own.source = .none
        let root = CompositionRoot(
            configuration: configuration.opening(own),
            environment: [:],
            interruption: interruption
        )
        return try await root.closing { try await work($0.repository) }
    }
}

extension SQLiteContactDAO {
    fileprivate static func opened<Result>(
        _ path: String,
        _ interruption: Interruption = Interruption(),
        _ work: (SQLiteContactDAO) async throws -> Result
    ) async throws -> Result {
        let dao = SQLiteContactDAO(path: path, interruption: interruption)
        let result = await Swift.Result(awaiting: { try await work(dao) })
        await dao.close()
        return try result.get()
    }
}

/// The embedded server, which is started on first use and shared by all tasks.
private actor LazyServer {
    private var starting: Task<EmbeddedServer, any Error>?

    /// Returns the server, starting it on first use; a failure is permanent.
    func value() async throws -> EmbeddedServer {
        let task =
            starting
            ?? Task {
                do {
                    return try await EmbeddedServer.start()
                } catch let error as LoopbackServerError {
                    throw RepositoryError(.network, error.description)
                }
            }
        starting = task
        return try await task.value
    }

    func stop() async { try? await starting?.value.stop() }
}

/// The distinct records that a command skipped because they can't be read.
final class UnreadableRecords: Sendable {
    private let records = Mutex<(list: [UnreadableRecord], known: Set<UnreadableRecord>)>(([], []))

    private static let limit = 20

    func add(_ record: UnreadableRecord) {
        records.withLock { records in
            var key = record
            key.name = nil
            if records.known.insert(key).inserted { records.list.append(record) }
        }
    }

    /// A line for each record, and one with advice; empty if everything could be read.
    var lines: [String] {
        let records = records.withLock(\.list)
        guard !records.isEmpty else { return [] }
        let more = records.count - Self.limit
        return records.prefix(Self.limit).map { record in
            let name = record.name.map { ", \($0)" } ?? ""
            return "left out because it cannot be read: \(record.subject)\(name)."
        }
            + (more > 0 ? ["\(more) more records cannot be read."] : []) + [UnreadableRecord.advice]
    }

    /// The exit status of an otherwise successful command: unreadable cards are only skipped, anything else is damage.
    var status: ExitStatus {
        let kinds = records.withLock { $0.list.map(\.kind) }
        if kinds.isEmpty { return .success }
        return kinds.allSatisfy { $0 == .card } ? .partial : .badData
    }
}
