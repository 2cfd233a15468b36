public import Repository

/// Finds duplicates in the store and merges them.
///
/// Methods throw `RepositoryError`; nothing is changed in that case.
public protocol DuplicateService: Sendable {
    /// Compares all contacts; `progress` is called after each page with the number of contacts read so far.
    func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup]

    /// Marks contacts as different people, who are never suggested together again, or removes the mark.
    func mark(_ ids: [ContactID], areDifferent: Bool) async throws

    /// Returns the first contact before and after merging.
    func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact)

    /// Merges each group into its first contact, all groups in one history step.
    ///
    /// - Returns: The merged contacts, one for each group.
    func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact]
}

/// Contacts that look like the same person.
public struct DuplicateGroup: Equatable, Codable, Sendable {
    /// The contacts, at least two; the first has the most values, and the others will be merged into it.
    public var contacts: [Contact]
    /// The reasons for and against, such as `the same e-mail address`, without repetition.
    public var reasons: [String]
    /// The likelihood that they are the same person, from 55 to 100: the score of the least similar pair.
    public var score: Int
    /// Whether the score is at least ``certainScore``, so that the group may be merged without asking.
    public var isCertain: Bool

    /// The minimum score of a certain group.
    public static let certainScore = 80

    package init(contacts: [Contact], reasons: [String], score: Int) {
        self.contacts = contacts
        self.reasons = reasons
        self.score = score
        isCertain = score >= Self.certainScore
    }

    /// Returns the identifiers to merge; groups that share a contact are joined, starting with the earlier group.
    public static func merging(_ groups: [DuplicateGroup]) -> [[ContactID]] {
        var merged: [[ContactID]] = []
        for group in groups {
            let ids = group.contacts.map(\.id)
            let shared = merged.filter { !Set($0).isDisjoint(with: ids) }
            merged.removeAll { shared.contains($0) }
            let earlier = shared.flatMap { $0 }
            merged.append(earlier + ids.filter { !earlier.contains($0) })
        }
        return merged
    }
}

package struct RepositoryDuplicateService: DuplicateService {
    private static let pageSize = 1_000

    private let repository: any ContactRepository
    private let region: @Sendable () -> PhoneRegion?
    /// Stores the pairs marked as different people; `nil` if marks aren't stored.
    private let values: SQLiteValueStore?
    private static let apartKey = "duplicates/different"

    /// `region` returns the country assumed for telephone numbers without a country code if the contact's own country
    /// is unknown; it is called at the start of each search.
    package init(
        repository: any ContactRepository,
        values: SQLiteValueStore? = nil,
        region: @escaping @Sendable () -> PhoneRegion? = { nil }
    ) {
        self.values = values
        self.repository = repository
        self.region = region
    }

    package func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup] {
        var finder = DuplicateFinder(region: region(), apart: try apart())
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
        for group in finder.groups() {
            let contacts = try await repository.contacts(withIDs: group.parts.flatMap { $0 })
            let known = Dictionary(contacts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            // A set of certain duplicates is represented by the contact that the others are merged into.
            let parts = group.parts.compactMap { part in Self.ranked(part.compactMap { known[$0] }).first }
            guard parts.count > 1 else { continue }
            let (reasons, score) = (group.score.reasons, group.score.points)
            groups.append(DuplicateGroup(contacts: Self.ranked(parts), reasons: reasons, score: score))
        }
        return groups
    }

    /// Sorts contacts by their number of values, the most first; ties keep their order.
    private static func ranked(_ contacts: [Contact]) -> [Contact] {
        contacts.sorted { valueCount(of: $0) > valueCount(of: $1) }
    }

    package func mark(_ ids: [ContactID], areDifferent: Bool) async throws {
        guard let values else { return }
        let pairs = ids.enumerated().flatMap { index, one in
            ids[(index + 1)...].map { "\(one.rawValue)\t\($0.rawValue)" }
        }
        let known = try values.value(for: Self.apartKey)?.split(separator: "\n").map(String.init) ?? []
        let others = known.filter { !pairs.contains($0) }
        try values.save([Self.apartKey: (areDifferent ? others + pairs : others).joined(separator: "\n")])
    }

    private func apart() throws -> [(ContactID, ContactID)] {
        try values?.value(for: Self.apartKey)?.split(separator: "\n").compactMap { line in
            let ids = line.split(separator: "\t").map { ContactID(rawValue: String($0)) }
            return ids.count == 2 ? (ids[0], ids[1]) : nil
        } ?? []
    }

    package func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact) {
        guard ids.count > 1, Set(ids).count == ids.count else {
            throw RepositoryError.invalid("Merging needs two or more different contacts.")
        }
        let contacts = try await repository.contacts(withIDs: ids)
        guard contacts.count == ids.count else {
            let message = "Some of the contacts to merge no longer exist. Run contacts dedupe again."
            throw RepositoryError(.notFound, message)
        }
        return (contacts[0], ContactMerger.merged(contacts[0], with: Array(contacts.dropFirst())))
    }

    package func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact] {
        var changes: [ContactChange] = []
        for ids in groups {
            let merged = try await preview(ids).merged
            changes.append(.replace(ids[0], merged))
            changes += ids.dropFirst().map(ContactChange.remove)
        }
        let results = try await repository.apply(changes, title: title)
        return zip(changes, results).compactMap { change, contact in
            if case .replace = change { contact } else { nil }
        }
    }

    private static func valueCount(of contact: Contact) -> Int {
        let texts = [
            contact.name.first, contact.name.last, contact.name.middle, contact.nickname, contact.birthday,
            contact.organization, contact.jobTitle, contact.note, contact.anniversary,
        ]
        return texts.count { $0?.isEmpty == false } + contact.emails.count + contact.phones.count
            + contact.addresses.count + contact.urls.count + contact.lines.count
    }
}
