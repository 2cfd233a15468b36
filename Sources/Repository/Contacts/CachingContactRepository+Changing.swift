extension CachingContactRepository {
    /// Reads the contacts with the identifiers.
    public func contacts(withIDs ids: [ContactID]) async throws -> [Contact] {
        try await dao.contacts(withIDs: ids)
    }

    /// Carries out changes as one step of history.
    public func apply(_ changes: [ContactChange], title: String) async throws -> [Contact] {
        let contacts = try await dao.apply(changes, title: title, at: now())
        self.changes.send()
        return contacts
    }

    /// Imports contacts as one step of history.
    public func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary {
        let summary = try await dao.importContacts(title: title, duplicates: duplicates, at: now(), next: next)
        changes.send()
        return summary
    }

    /// Undoes steps of history.
    public func undo(steps: Int) async throws -> [HistoryStep] {
        let steps = try await dao.undo(steps: steps, at: now())
        changes.send()
        return steps
    }

    /// Does undone steps again.
    public func redo(steps: Int) async throws -> [HistoryStep] {
        let steps = try await dao.redo(steps: steps, at: now())
        changes.send()
        return steps
    }

    /// Lists the steps of history.
    public func history(limit: Int) async throws -> [HistoryStep] {
        try await dao.history(limit: limit)
    }

    /// Counts what the store holds of what was fetched.
    public func cacheOverview() async throws -> CacheOverview {
        try await dao.cacheOverview()
    }

    /// Forgets what can be fetched again.
    public func clearCache() async throws -> Int {
        let count = try await dao.clearCache()
        changes.send()
        return count
    }

    /// Counts whom the filter finds in the store.
    public func count(_ filter: ContactFilter) async throws -> Int {
        try await dao.count(filter)
    }

    /// Counts what the store holds.
    public func overview() async throws -> StoreOverview {
        try await dao.overview()
    }
}
