public import struct Foundation.Date

/// Where contacts are kept.
///
/// Every method is one transaction: it happens whole or not at all. Methods throw ``RepositoryError``, and `CancellationError` when the task is cancelled.
public protocol ContactDAO: Sendable {
    /// Reads a page; its notices are empty.
    func contacts(_ query: ContactQuery) async throws -> ContactPage

    /// Counts whom the filter finds.
    func count(_ filter: ContactFilter) async throws -> Int

    /// Says whether contacts may have changed, by this process or another: not as long as the answer is the same.
    func revision() async throws -> StoreRevision

    /// Reads the contacts whose identifiers begin with `prefix`, in their order, at most `limit`.
    func contacts(withPrefix prefix: String, limit: Int) async throws -> [Contact]

    /// Reads the contacts with the identifiers, in the order of the identifiers; who is not there is left out.
    func contacts(withIDs ids: [ContactID]) async throws -> [Contact]

    /// Carries out changes as one step of history, and returns the contact of each as it is now; a removed one as it was.
    ///
    /// A step that changes nothing is none.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` when a contact is not there, `invalidInput` when a new
    ///   identifier is taken or there is nothing to revert to. Nothing was changed then.
    func apply(_ changes: [ContactChange], title: String, at time: Date) async throws -> [Contact]

    /// Imports contacts as one step of history; `next` gives them in batches, and `nil` at the end.
    ///
    /// A contact that is here is found by its ``Contact/uid``, and when it has none by its identifier, if that is not
    /// empty. When `next` throws or the task is cancelled, nothing was imported.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        at time: Date,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary

    /// Undoes the last steps of history that are not undone, at most `steps`, and returns them, the last first.
    func undo(steps: Int, at time: Date) async throws -> [HistoryStep]

    /// Does again what was undone, the step that was undone last first, and returns the steps in that order.
    func redo(steps: Int, at time: Date) async throws -> [HistoryStep]

    /// Lists the last steps of history, the last first, undone ones too.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Counts what the store holds.
    func overview() async throws -> StoreOverview

    /// Counts what the store holds of what was fetched, from any source.
    func cacheOverview() async throws -> CacheOverview

    /// Forgets which pages are held, and the people of sources of whom nothing was ever changed here.
    ///
    /// - Returns: How many people were forgotten.
    func clearCache() async throws -> Int

    /// Says what the store holds, in all and of the source.
    func state(of source: ContactSource) async throws -> StoreState

    /// Stores the people of a page and that the page is held; local edits stay in force.
    ///
    /// - Returns: The source to ask for from now on: as it was asked, with the seed that the server chose first.
    func store(_ page: FetchedPage) async throws -> ContactSource

    /// Notes that a page that is held is still what the source says.
    func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) async throws

    /// Renames a store of ours that is damaged, so that the next write begins an empty one, and says so.
    func setAsideIfDamaged(at time: Date) async throws -> [RepositoryNotice]
}

extension ContactDAO {
    /// Changes one contact as one step of history, and returns it as it is now.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound`.
    public func update(_ id: ContactID, with edit: ContactEdit, at time: Date) async throws -> Contact {
        let contacts = try await apply([.edit(id, edit)], title: "edit", at: time)
        guard let contact = contacts.first else { throw RepositoryError.noContact(id) }
        return contact
    }
}

/// A page of the API with what was asked for, ready to be stored.
public struct FetchedPage: Equatable, Sendable {
    /// The source that was asked for; its seed is empty when the server chose one.
    public var asked: ContactSource
    /// The number of the page, from 1.
    public var page: Int
    /// The people asked for.
    public var results: Int
    /// When the answer came.
    public var fetchedAt: Date
    /// The answer.
    public var answer: RemotePage

    /// Creates a page.
    public init(asked: ContactSource, page: Int, results: Int, fetchedAt: Date, answer: RemotePage) {
        self.asked = asked
        self.page = page
        self.results = results
        self.fetchedAt = fetchedAt
        self.answer = answer
    }
}

/// What a store holds of a source, as far as it decides whether the network is asked.
public struct StoreState: Equatable, Sendable {
    /// A page that was fetched and stored.
    public struct HeldPage: Equatable, Sendable {
        /// The number of the page, from 1.
        public var page: Int
        /// The people asked for.
        public var results: Int
        /// When the source was asked for it last.
        public var fetchedAt: Date
        /// When its people were stored last: earlier than ``fetchedAt`` when they had not changed since.
        public var storedAt: Date
        /// The people on it.
        public var people: Int
        /// What to ask with whether it has changed.
        public var validator: String?

        /// Creates a page.
        public init(
            page: Int,
            results: Int,
            fetchedAt: Date,
            storedAt: Date? = nil,
            people: Int = 0,
            validator: String? = nil
        ) {
            self.page = page
            self.results = results
            self.fetchedAt = fetchedAt
            self.storedAt = storedAt ?? fetchedAt
            self.people = people
            self.validator = validator
        }
    }

    /// Whether anybody at all is in the store, from anywhere.
    public var hasPeople: Bool
    /// When anything was fetched last, from any source; `nil` when nothing ever was.
    public var lastFetch: Date?
    /// The source, with the seed that the server chose when none is asked for and it chose one before.
    public var source: ContactSource
    /// The pages that the store holds of the source, by size, then number.
    public var pages: [HeldPage]

    /// Creates a state.
    public init(hasPeople: Bool, lastFetch: Date?, source: ContactSource, pages: [HeldPage]) {
        self.hasPeople = hasPeople
        self.lastFetch = lastFetch
        self.source = source
        self.pages = pages
    }
}

/// Something that is wrong with a store.
public enum StoreProblem: Equatable, Sendable {
    /// The file's content is damaged, as the database library says; a backup or a new sync is what helps.
    case damaged(String)
    /// Search or order does not follow what the contacts say; ``StoreMaintenance/rebuildIndexes()`` mends it.
    case searchIndex
    /// Others than the owner may read the file, whose permissions are these.
    case permissions(path: String, mode: Int)
}

/// Looks after a store.
///
/// Methods throw ``RepositoryError``, and `CancellationError` when the task is cancelled. They find nothing wrong with a
/// store that is not there, and do not make it.
public protocol StoreMaintenance: Sendable {
    /// Looks for damage; with `full` also in what an index repeats, which takes several times as long.
    func check(full: Bool) async throws -> [StoreProblem]

    /// Makes everything anew that only repeats what the contacts say: search, orders and groups.
    func rebuildIndexes() async throws

    /// Writes a copy of the store as it is now to another file, which is replaced as a whole when it is there.
    func backup(to path: String) async throws
}
