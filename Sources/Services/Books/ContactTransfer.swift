public import Repository
import Synchronization

/// Copies and moves contacts to another book.
public protocol ContactTransferService: Sendable {
    /// Copies or moves contacts, as one history step in the other book and, for a move, one in this book.
    ///
    /// - Returns: The contacts as they were in this book, each with its outcome in the other book.
    /// - Throws: `RepositoryError`; if the other book can't be written, nothing changes in this one.
    func transfer(_ ids: [ContactID], to book: Book, by way: TransferWay) async throws -> [TransferredContact]
}

/// A way to transfer contacts.
public enum TransferWay: String, Codable, Sendable {
    /// The contacts stay in this book.
    case copy
    /// The contacts are removed from this book once they are stored in the other one.
    case move
}

/// A contact that was copied or moved.
public struct TransferredContact: Equatable, Sendable {
    package let contact: Contact
    /// The effect on the other book; a contact that it already had, by UID, now has the values of both.
    package let outcome: ImportOutcome
}

/// Transfers contacts between two repositories: stores them in the other one first, then removes them from this one.
///
/// A contact keeps its UID, which identifies the person in every book. An interrupted transfer can therefore be
/// repeated: contacts that already arrived are found, not duplicated.
package struct RepositoryTransferService: ContactTransferService {
    private let repository: any ContactRepository
    private let own: Book?
    private let books: any OtherBooks

    /// If `own` is `nil`, the two halves of a transfer can only be undone separately.
    package init(repository: any ContactRepository, own: Book? = nil, books: any OtherBooks) {
        self.repository = repository
        self.own = own
        self.books = books
    }

    package func transfer(
        _ ids: [ContactID],
        to book: Book,
        by way: TransferWay
    ) async throws -> [TransferredContact] {
        let contacts = try await repository.contacts(withIDs: ids)
        let outcomes = Mutex([ImportOutcome](repeating: .unchanged, count: contacts.count))
        let taken = contacts.enumerated().map { index, contact -> ImportedContact in
            // In the other book, it is one of the user's own, with the UID that exports of this book use.
            var prepared = contact
            prepared.uid = contact.exportedUID
            prepared.origin = .local
            prepared.isEdited = false
            prepared.book = nil
            var imported = ImportedContact(prepared)
            imported.join = { ContactMerger.merged($0, with: [$1]) }
            imported.observer = { outcome in outcomes.withLock { $0[index] = outcome } }
            return imported
        }
        let batches = Mutex([taken])
        let stored = try await books.opening(book) { target -> Int64? in
            let before = try await target.nextStep(isUndone: false)?.id
            _ = try await target.importContacts(title: way.rawValue, duplicates: .update) {
                batches.withLock { $0.popLast() }
            }
            guard let own, let step = try await target.nextStep(isUndone: false) else { return nil }
            // The step here is linked once it exists; until then, an undo there looks for it.
            let unlinked = link(to: own, StepLink.unknownStep, isOrigin: false, count: contacts.count)
            let uids = try await target.contacts(withIDs: step.contacts).map(\.exportedUID)
            let isOfInterrupted =
                step.title == way.rawValue && (step.note ?? unlinked) == unlinked
                && uids == contacts.prefix(10).map(\.exportedUID)
            guard step.id != before || isOfInterrupted else { return nil }
            try await target.annotate(step.id, with: unlinked)
            return step.id
        }
        let note = stored.map { link(to: book, $0, isOrigin: true, count: contacts.count) }
        switch way {
        case .move: _ = try await repository.apply(contacts.map { .remove($0.id) }, title: way.rawValue, note: note)
        case .copy: if let note { _ = try await repository.record(note, title: way.rawValue) }
        }
        if let own, let stored, let step = try await repository.nextStep(isUndone: false), step.note == note {
            // Optional, because everything is stored, and an undo finds the step without it.
            let half = link(to: own, step.id, isOrigin: false, count: contacts.count)
            try? await books.opening(book) { try await $0.annotate(stored, with: half) }
        }
        return zip(contacts, outcomes.withLock(\.self)).map(TransferredContact.init)
    }

    /// Returns the note of a step whose other half is a step of the book, so that one undo reverts both.
    private func link(to book: Book, _ step: Int64, isOrigin: Bool, count: Int) -> StepNote {
        .transfer(StepLink(file: book.stepFile, book: book.name, step: step, isOrigin: isOrigin, count: count))
    }
}
