public import Primitives

/// What a store does in the same way whether it is asked directly or through a repository.
public protocol ContactStore: Sendable {
    func count(_ filter: ContactFilter) async throws -> Int

    /// Reads contacts by their identifiers, in the order given; unknown identifiers are left out.
    func contacts(withIDs ids: [ContactID]) async throws -> [Contact]

    /// Lists the latest steps of history, the latest first, undone ones included.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Lists the steps that changed a contact, the latest first, without undone ones.
    func revisions(of id: ContactID) async throws -> [ContactRevision]

    /// Reads what a step of history did to its first `limit` contacts.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` when there is no such step.
    func historyStep(_ id: Int64, limit: Int) async throws -> HistoryDetail

    /// Returns the step that an undo or a redo would take next, without names; `nil` if there is none.
    func nextStep(isUndone: Bool) async throws -> HistoryStep?

    func annotate(_ step: Int64, with note: StepNote) async throws

    /// Counts what the store holds.
    func overview() async throws -> StoreOverview

    /// Applies changes as one step of history; changes without an effect make no step.
    ///
    /// A later refresh keeps them: an edit stays, and a removed contact does not come back.
    ///
    /// - Returns: The contact of each change as it is now; a removed one as it was.
    /// - Throws: ``RepositoryError`` with the code `notFound` when a contact does not exist, `invalidInput` when a new
    ///   identifier is taken or there is nothing to revert to. Then nothing was changed.
    func apply(_ changes: [ContactChange], title: String) async throws -> [Contact]

    /// Imports contacts as one step of history; `next` returns them in batches, and `nil` at the end.
    ///
    /// A contact matches a stored one by its ``Contact/uid``, or by its identifier when it has no UID. When `next` throws
    /// or the task is cancelled, nothing was imported.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary

    /// Undoes up to `steps` steps of history, the latest first, or redoes undone ones, the one undone last first; returns
    /// them in that order.
    func turn(steps: Int, isUndone: Bool) async throws -> [HistoryStep]

    /// Records a step without changes to contacts, and returns its number; fetches that follow each other are one step.
    func record(_ note: StepNote, title: String) async throws -> Int64

    /// Deletes a group that no contact is in, but that has a card on the other side of a synchronized book, and returns
    /// whether there is one: the next synchronization removes the card. It is no step of history.
    func deleteEmptyGroup(_ name: String) async throws -> Bool

    /// Counts the fetched pages and people, of all sources.
    func cacheOverview() async throws -> CacheOverview

    /// Removes the held pages, and the people of sources who were never changed here; returns how many people.
    func clearCache() async throws -> Int
}

/// The store of contacts.
///
/// Each method is one transaction. Methods throw ``RepositoryError``, and `CancellationError` when the task is
/// cancelled. A contact that cannot be read is left out of what is read.
public protocol ContactDAO: ContactStore {
    /// Reads a page, by keyset pagination; its notices are empty.
    func contacts(_ query: ContactQuery) async throws -> ContactPage

    /// Returns the revision, which every write of this or another process changes.
    func revision() async throws -> StoreRevision

    /// Reads up to `limit` contacts whose identifiers begin with `prefix`, in the order of the identifiers.
    func contacts(withPrefix prefix: String, limit: Int) async throws -> [Contact]

    /// Returns what the store holds, in total and of the source.
    func state(of source: ContactSource) async throws -> StoreState

    /// Stores the people of a page and records the page as held; local edits stay in force.
    ///
    /// - Returns: The source to request from now on: the requested one, with the seed that the server chose first.
    func store(_ page: FetchedPage) async throws -> ContactSource

    func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) async throws

    /// Throws ``RepositoryError`` with the code `unreadableDatabase` when the store is damaged, before much is added to it.
    func requireSound() async throws
}

/// A page of the API with its request, ready to be stored.
public struct FetchedPage: Equatable, Sendable {
    /// The requested source; its seed is empty when the server chose one.
    package var asked: ContactSource
    package var page: Int
    package var results: Int
    package var fetchedAt: Date
    package var answer: RemotePage
}

/// What a store holds of a source: the basis for deciding which pages to fetch.
public struct StoreState: Equatable, Sendable {
    /// A page that was fetched and stored.
    public struct HeldPage: Equatable, Sendable {
        package var page: Int
        package var results: Int
        /// When it was last requested.
        package var fetchedAt: Date
        /// When its people were last stored; earlier than ``fetchedAt`` when they had not changed since.
        package var storedAt: Date
        package var people = 0
        package var validator: String?

        /// A page that the store does not hold.
        static func missing(_ page: Int, results: Int) -> Self {
            Self(page: page, results: results, fetchedAt: .distantPast, storedAt: .distantPast)
        }
    }

    /// Whether the store contains any contact, from any source.
    package var hasPeople: Bool
    /// When a page was last fetched, from any source; `nil` when none ever was.
    package var lastFetch: Date?
    /// The source; without a seed of its own it has the one that the server chose before.
    package var source: ContactSource
    /// The pages that the store holds of the source, by size, then number.
    package var pages: [HeldPage]
}

/// A version of a store's contents: equal revisions mean that nothing was written between them.
public struct StoreRevision: Hashable, Sendable {
    package var own: Int64
    package var others: Int64 = 0
}
