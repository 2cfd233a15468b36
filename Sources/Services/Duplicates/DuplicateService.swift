public import Repository

/// Finds duplicates in the store and merges them.
///
/// Methods throw `RepositoryError`; nothing was changed then.
public protocol DuplicateService: Sendable {
    /// Compares all contacts; `progress` is called after each page with the number of contacts read.
    func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup]

    /// The first contact as it is, and as merging would make it.
    func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact)

    /// Merges each group into its first contact, all groups as one step of history.
    ///
    /// - Returns: The merged contacts, one for each group.
    func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact]
}

/// Contacts that look like one person.
public struct DuplicateGroup: Equatable, Codable, Sendable {
    /// The contacts, at least two; the first has the most values, and the others would be merged into it.
    public var contacts: [Contact]
    /// Why they look like one person, such as `the same e-mail address`; each reason once.
    public var reasons: [String]

    /// Creates a group.
    public init(contacts: [Contact], reasons: [String]) {
        self.contacts = contacts
        self.reasons = reasons
    }
}

/// Finds duplicates in a repository.
public struct RepositoryDuplicateService: DuplicateService {
    private static let pageSize = 1_000

    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Compares all contacts, a page at a time.
    public func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup] {
        var finder = DuplicateFinder()
        let total = try await repository.count(ContactFilter())
        var read = 0
        var query = ContactQuery(limit: Self.pageSize)
        repeat {
            let page = try await repository.contacts(query, policy: .cacheOnly)
            for contact in page.contacts { finder.add(contact) }
            query.after = page.next
            read += page.contacts.count
            progress(read, total)
        } while query.after != nil
        var groups: [DuplicateGroup] = []
        for (ids, reasons) in finder.groups() {
            let contacts = try await repository.contacts(withIDs: ids)
            // The contact with the most values comes first; equal ones stay in the order of the list.
            let ranked = contacts.enumerated().sorted {
                (Self.valueCount(of: $1.element), $0.offset) < (Self.valueCount(of: $0.element), $1.offset)
            }
            groups.append(DuplicateGroup(contacts: ranked.map(\.element), reasons: reasons))
        }
        return groups
    }

    /// The first contact as it is, and as merging would make it.
    public func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact) {
        let contacts = try await existing(ids)
        return (contacts[0], ContactMerger.merged(contacts[0], with: Array(contacts.dropFirst())))
    }

    /// Merges each group.
    public func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact] {
        var changes: [ContactChange] = []
        for ids in groups {
            let contacts = try await existing(ids)
            changes.append(.replace(ids[0], ContactMerger.merged(contacts[0], with: Array(contacts.dropFirst()))))
            changes += ids.dropFirst().map(ContactChange.remove)
        }
        let results = try await repository.apply(changes, title: title)
        return zip(changes, results).compactMap { change, contact in
            if case .replace = change { contact } else { nil }
        }
    }

    private func existing(_ ids: [ContactID]) async throws -> [Contact] {
        guard ids.count > 1, Set(ids).count == ids.count else {
            throw RepositoryError(.invalidInput, "Merging needs two or more different contacts.")
        }
        let contacts = try await repository.contacts(withIDs: ids)
        guard contacts.count == ids.count else {
            throw RepositoryError(
                .notFound,
                "Some of the contacts to merge do not exist any more. Run contacts dedupe again."
            )
        }
        return contacts
    }

    /// The number of values that a contact has.
    private static func valueCount(of contact: Contact) -> Int {
        let texts = [
            contact.name.first, contact.name.last, contact.name.middle, contact.nickname, contact.birthday,
            contact.organization, contact.jobTitle, contact.note, contact.anniversary,
        ]
        return texts.count { $0?.isEmpty == false } + contact.emails.count + contact.phones.count
            + contact.addresses.count + contact.urls.count + contact.lines.count
    }
}
