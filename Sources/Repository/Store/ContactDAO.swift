public import Primitives

/// The operations that a store and a repository have in common.
public protocol ContactStore: Sendable {
    func count(_ filter: ContactFilter) async throws -> Int

    /// Reads contacts by their identifiers, in the given order; unknown identifiers are skipped.
    func contacts(withIDs ids: [ContactID]) async throws -> [Contact]

    /// Lists the latest history steps, the latest first, including undone ones.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Lists the steps that changed a contact, the latest first, excluding undone ones.
    func revisions(of id: ContactID) async throws -> [ContactRevision]

    /// Reads the effects of a history step on its first `limit` contacts.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` if the step doesn't exist.
    func historyStep(_ id: Int64, limit: Int) async throws -> HistoryDetail

    /// Returns the next step to undo or redo, without names; `nil` if there isn't one.
    func nextStep(isUndone: Bool) async throws -> HistoryStep?

    func annotate(_ step: Int64, with note: StepNote) async throws

    /// Counts the contents of the store.
    func overview() async throws -> StoreOverview

    /// Applies changes as one history step; changes without effect don't create a step.
    ///
    /// They survive a later refresh: edits are kept, and a removed contact isn't restored.
    ///
    /// The step gets the note, if there is one, in the same transaction.
    ///
    /// - Returns: The resulting contact of each change; for a removal, the contact before it.
    /// - Throws: ``RepositoryError`` with the code `notFound` if a contact doesn't exist, `invalidInput` if a new
    ///   identifier is taken or there is nothing to revert to. In these cases, nothing was changed.
    func apply(_ changes: [ContactChange], title: String, note: StepNote?) async throws -> [Contact]

    /// Imports contacts as one history step; `next` returns them in batches, and `nil` at the end.
    ///
    /// A contact matches a stored one by its ``Contact/uid``, or by its identifier if it has no UID. If `next` throws
    /// or the task is cancelled, nothing is imported.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary

    /// Undoes up to `steps` history steps, the latest first, or redoes undone ones, the last undone first; returns them
    /// in that order.
    func turn(steps: Int, isUndone: Bool) async throws -> [HistoryStep]

    /// Records a step without changes to contacts, and returns its number; consecutive fetches are one step.
    func record(_ note: StepNote, title: String) async throws -> Int64

    /// Deletes a group without contacts that has a card on the other side of a synchronized book, and returns whether
    /// there is one: the next synchronization removes the card. This isn't a history step.
    func deleteEmptyGroup(_ name: String) async throws -> Bool

    /// Counts the fetched pages and people of all sources.
    func cacheOverview() async throws -> CacheOverview

    /// Removes the stored pages, and people from sources that were never changed here; returns the number of people.
    func clearCache() async throws -> Int
}

extension ContactStore {
    /// Applies changes as one history step without a note.
    package func apply(_ changes: [ContactChange], title: String) async throws -> [Contact] {
        try await apply(changes, title: title, note: nil)
    }
}

/// The store of contacts.
///
/// Each method is one transaction. Methods throw ``RepositoryError``, and `CancellationError` if the task is cancelled.
/// Contacts that can't be read are left out of results.
public protocol ContactDAO: ContactStore {
    /// Reads a page, using keyset pagination; its notices are empty.
    func contacts(_ query: ContactQuery) async throws -> ContactPage

    /// Returns the revision, which changes with every write by this or another process.
    func revision() async throws -> StoreRevision

    /// Reads up to `limit` contacts whose identifiers begin with `prefix`, ordered by identifier.
    func contacts(withPrefix prefix: String, limit: Int) async throws -> [Contact]

    /// Returns the state of the store, overall and for the source.
    func state(of source: ContactSource) async throws -> StoreState

    /// Stores the people of a page and records the page as stored; local edits stay in effect.
    ///
    /// - Returns: The source for further requests: the requested one, with the seed that the server chose first.
    func store(_ page: FetchedPage) async throws -> ContactSource

    func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) async throws

    /// Throws ``RepositoryError`` with the code `unreadableDatabase` if the store is damaged, before large writes.
    func requireSound() async throws
}

/// An API page with its request, ready to be stored.
public struct FetchedPage: Equatable, Sendable {
    /// The requested source; its seed is empty if the server chose one.
    package var asked: ContactSource
    package var page: Int
    package var results: Int
    package var fetchedAt: Date
    package var answer: RemotePage
}

/// The stored data of a source, used to decide which pages to fetch.
public struct StoreState: Equatable, Sendable {
    /// A page that was fetched and stored.
    public struct HeldPage: Equatable, Sendable {
        package var page: Int
        package var results: Int
        /// The time of the last request; the distant past if the page isn't in the store.
        package var fetchedAt = Date.distantPast
        /// The time when its people were last stored; earlier than ``fetchedAt`` if they haven't changed since.
        package var storedAt = Date.distantPast
        package var people = 0
        package var validator: String?
    }

    /// Whether the store contains any contact, from any source.
    package var hasPeople: Bool
    /// The time when a page was last fetched, from any source; `nil` if none ever was.
    package var lastFetch: Date?
    /// The source; if it has no seed, it has the one that the server chose before.
    package var source: ContactSource
    /// The pages of the source in the store, by size, then number.
    package var pages: [HeldPage]
}

/// A version of a store's contents: if two revisions are equal, nothing was written between them.
public struct StoreRevision: Hashable, Sendable {
    package var own: Int64
    package var others: Int64 = 0
}
