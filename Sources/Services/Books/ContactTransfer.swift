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

    /// Creates a service that transfers contacts from the repository of the book `own` to other books.
    ///
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
        let outcomes = Mutex<[Int: ImportOutcome]>([:])
        let taken = contacts.enumerated().map { index, contact -> ImportedContact in
            var imported = ImportedContact(Self.prepared(contact))
            imported.join = { ContactMerger.merged($0, with: [$1]) }
            imported.observer = { outcome in outcomes.withLock { $0[index] = outcome } }
            return imported
        }
        let batches = Mutex([taken])
        let stored = try await books.opening(book) { target in
            let before = try await target.nextStep(isUndone: false)?.id
            _ = try await target.importContacts(title: way.rawValue, duplicates: .update) {
                batches.withLock { $0.popLast() }
            }
            let after = try await target.nextStep(isUndone: false)?.id
            return after == before ? nil : after
        }
        if way == .move { _ = try await repository.apply(contacts.map { .remove($0.id) }, title: way.rawValue) }
        if let stored { try await link(book, stored, way, contacts.count) }
        return contacts.enumerated().map { index, contact in
            TransferredContact(contact: contact, outcome: outcomes.withLock { $0[index] } ?? .unchanged)
        }
    }

    /// Links the steps in both books, so that one undo reverts both.
    private func link(_ book: Book, _ there: Int64, _ way: TransferWay, _ count: Int) async throws {
        guard let own else { return }
        func half(in other: Book, _ step: Int64, isOrigin: Bool) -> StepNote {
            .transfer(StepLink(file: other.stepFile, book: other.name, step: step, isOrigin: isOrigin, count: count))
        }
        let origin = half(in: book, there, isOrigin: true)
        let here: Int64
        switch way {
        case .copy: here = try await repository.record(origin, title: way.rawValue)
        case .move:
            guard let step = try await repository.nextStep(isUndone: false) else { return }
            here = step.id
            try await repository.annotate(here, with: origin)
        }
        try await books.opening(book) { try await $0.annotate(there, with: half(in: own, here, isOrigin: false)) }
    }

    /// Returns the contact for another book: as one of the user's own, with the UID that exports of this book use.
    private static func prepared(_ contact: Contact) -> Contact {
        var prepared = contact
        prepared.uid = contact.exportedUID
        prepared.origin = .local
        prepared.isEdited = false
        prepared.book = nil
        return prepared
    }
}
