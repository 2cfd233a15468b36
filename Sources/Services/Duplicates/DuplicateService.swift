public import Repository

/// Finds contacts that are in the store twice, and makes one of them.
///
/// Methods throw `RepositoryError`; nothing was changed then.
public protocol DuplicateService: Sendable {
    /// Looks through all contacts; `progress` is told after each page how many of them were read.
    func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup]

    /// What merging would make of the contacts: the first as it is, and as it would be.
    func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact)

    /// Merges the contacts of each group into the group's first, all of it as one step of history.
    ///
    /// - Returns: The contacts that were merged into, as they are now.
    func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact]
}

/// Contacts that look like one person.
public struct DuplicateGroup: Equatable, Codable, Sendable {
    /// The contacts, two at least; the first knows most, and the others would be merged into it.
    public var contacts: [Contact]
    /// Why they look so, such as `the same e-mail address`; each reason once.
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

    /// Looks through all contacts, a page at a time.
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
            // Who knows most comes first; among equals the order of the list stays.
            let ranked = contacts.enumerated().sorted {
                (Self.knowledge(of: $1.element), $0.offset) < (Self.knowledge(of: $0.element), $1.offset)
            }
            groups.append(DuplicateGroup(contacts: ranked.map(\.element), reasons: reasons))
        }
        return groups
    }

    /// What merging would make of the contacts.
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
            throw RepositoryError(.invalidInput, "Merging needs two contacts or more, each named once.")
        }
        let contacts = try await repository.contacts(withIDs: ids)
        guard contacts.count == ids.count else {
            throw RepositoryError(.notFound, "Some of the contacts to merge are not there any more; look again.")
        }
        return contacts
    }

    /// How much a contact says.
    private static func knowledge(of contact: Contact) -> Int {
        let texts = [
            contact.name.first, contact.name.last, contact.name.middle, contact.nickname, contact.birthday,
            contact.organization, contact.jobTitle, contact.note, contact.anniversary,
        ]
        return texts.count { $0?.isEmpty == false } + contact.emails.count + contact.phones.count
            + contact.addresses.count + contact.urls.count + contact.lines.count
    }
}
