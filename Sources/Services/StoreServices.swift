public import Repository

/// Brings contacts from elsewhere into the store.
public protocol ImportService: Sendable {
    /// Imports what `next` gives in batches until it gives `nil`, as one step of history.
    ///
    /// When `next` throws or the task is cancelled, nothing was imported.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary
}
