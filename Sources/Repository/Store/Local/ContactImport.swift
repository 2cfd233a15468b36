import Primitives
import VCard

/// Imports contacts into a store as one history step.
struct ContactImport {
    private let duplicates: DuplicateRule
    private var changes: ContactChanges
    private var summary = ImportSummary()
    private var groups = ImportedGroups()

    init(title: String, duplicates: DuplicateRule) {
        self.duplicates = duplicates
        changes = ContactChanges(title: title)
    }

    /// Adds a contact, or updates the matching stored one.
    mutating func add(_ imported: ImportedContact, to store: LocalStore) throws {
        let isGroup = groups.take(imported)
        try add(imported, isGroup: isGroup && imported.join == nil, to: store)
    }

    private mutating func add(_ imported: ImportedContact, isGroup: Bool, to store: LocalStore) throws {
        let contact = imported.contact
        switch try find(imported, in: store) {
        case .nothing where isGroup: groups.cards.append(imported)
        case .nothing(let id):
            summary.added += 1
            let id = id ?? ContactIdentity.usable(contact.id.rawValue) ?? .random()
            try changes.insert(imported.new, as: id, to: store)
            imported.observer?(.added)
        case .named(let found) where duplicates == .update || found.record.isRemoved && duplicates == .skip:
            try update(found, imported, in: store)
        case .alike where duplicates == .update:
            summary.unchanged += 1
            imported.observer?(.unchanged)
        case .named, .alike:
            guard duplicates == .keep else {
                summary.skipped += 1
                imported.observer?(.skipped)
                return
            }
            summary.added += 1
            try changes.insert(imported.new, as: .random(), to: store)
            imported.observer?(.added)
        }
    }

    /// Applies the memberships of imported groups, and returns the summary.
    mutating func finish(_ store: LocalStore) throws -> ImportSummary {
        for card in try groups.cardsWithoutMembers(isThere: { try Self.member($0, in: store) != nil }) {
            try add(card, isGroup: false, to: store)
        }
        for (id, membership) in try groups.memberships(find: { try Self.member($0, in: store) }) {
            guard let found = try store.stored(id), !found.record.isRemoved else { continue }
            let shown = found.shown
            let now = try changes.replace(found, in: store) { contact in
                var contact = contact
                let rest = ImportedGroups.names(contact.categories, without: membership.removed)
                contact.categories = rest + ImportedGroups.names(membership.added, without: rest)
                return contact
            }
            guard now != shown, membership.isCountedUnchanged else { continue }
            summary.unchanged -= 1
            summary.updated += 1
        }
        return summary
    }

    private mutating func update(
        _ found: StoredContact,
        _ imported: ImportedContact,
        in store: LocalStore
    ) throws {
        let shown = found.shown
        var wanted = imported.join?(shown, imported.contact) ?? imported.contact.filled(from: shown)
        // The group of a member may be imported as its own card, which is only known at the end.
        let lost = ImportedGroups.names(shown.categories, without: wanted.categories)
        if !lost.isEmpty {
            wanted.categories = shown.categories + ImportedGroups.names(wanted.categories, without: shown.categories)
        }
        var isUnchanged = false
        if !found.record.isRemoved {
            isUnchanged = wanted == shown && lost.isEmpty || imported.isRewritten(shown)
        }
        if isUnchanged {
            summary.unchanged += 1
            imported.observer?(.unchanged)
            return
        }
        let now = try changes.replace(found, in: store) { _ in wanted }
        isUnchanged = now == shown && !found.record.isRemoved
        if isUnchanged { summary.unchanged += 1 } else { summary.updated += 1 }
        imported.observer?(isUnchanged ? .unchanged : .updated(from: shown, to: now))
        if !lost.isEmpty { groups.loses(found.base.id, lost, isCountedUnchanged: isUnchanged) }
    }

    /// The match for an imported contact in the store.
    private enum Found {
        /// The contact with its UID or identifier.
        case named(StoredContact)
        /// A contact with the same content, for one without UID and identifier.
        case alike
        /// No match, with the identifier to use if the search computed one.
        case nothing(ContactID?)
    }

    /// Finds the stored contact with the same UID or identifier, or if it has neither, one with the same content.
    private func find(_ imported: ImportedContact, in store: LocalStore) throws -> Found {
        let contact = imported.contact
        if let uid = contact.uid, !uid.isEmpty {
            let (found, made) = try Self.stored(withUID: uid, in: store)
            return found.map(Found.named) ?? .nothing(made)
        }
        if !contact.id.rawValue.isEmpty {
            return try store.stored(contact.id).map(Found.named) ?? .nothing(nil)
        }
        // The identifier reveals an earlier import of the contact, even if it was changed here since.
        let made = ContactIdentity.named("content:" + imported.new.json)
        if let found = try store.stored(made), !found.record.isRemoved { return .alike }
        for id in try store.identifiers(like: imported.new, limit: Self.alikeLimit) {
            guard var other = try store.stored(id)?.shown else { continue }
            other.id = contact.id
            other.uid = contact.uid
            other.origin = contact.origin
            if other == contact { return .alike }
        }
        return .nothing(made)
    }

    /// The maximum number of contacts with the same names and words whose content is compared.
    private static let alikeLimit = 20

    /// Returns the contact with the UID, or else the identifier for a new contact with it.
    private static func stored(
        withUID uid: String,
        in store: LocalStore
    ) throws -> (stored: StoredContact?, made: ContactID?) {
        if let id = try store.identifier(withUID: uid) { return (try store.stored(id), nil) }
        let named = Self.identifiers(namedBy: uid)
        for id in named {
            if let stored = try store.stored(id) { return (stored, nil) }
        }
        let own = Self.identifier(madeOf: uid)
        return (named.contains(own) ? nil : try store.stored(own), own)
    }

    /// Returns the contact that a group lists: Apple adds `urn:uuid:` to UIDs that don't have it, others omit it.
    static func member(_ uid: String, in store: LocalStore) throws -> StoredContact? {
        for name in [uid, uid.withoutURN ?? "urn:uuid:" + uid] {
            if let found = try stored(withUID: name, in: store).stored { return found }
        }
        return nil
    }

    /// Returns the identifiers in this store that a UID may refer to.
    private static func identifiers(namedBy uid: String) -> [ContactID] {
        let bare = uid.withoutURN ?? uid
        let lower = bare.lowercased()
        return (lower == bare ? [bare] : [bare, lower]).map(ContactID.init(rawValue:))
    }

    /// Returns the identifier for a UID: the UUID in it, or else one derived from it.
    static func identifier(madeOf uid: String) -> ContactID {
        if let named = identifiers(namedBy: uid).last, UUID(uuidString: named.rawValue) != nil { return named }
        return ContactIdentity.named(uid)
    }
}

extension Contact {
    /// Returns the contact with its missing values filled from the other one.
    fileprivate func filled(from other: Contact) -> Contact {
        var filled = other
        let hasName = CardField.nameParts.contains { !CardField.all[$0].isEmpty(self) }
        for place in CardField.all.indices where place != CardField.phone && place != CardField.cell {
            let isPartOfName = CardField.nameParts.contains(place)
            guard isPartOfName ? hasName : !CardField.all[place].isEmpty(self) else { continue }
            CardField.all[place].copy(from: self, to: &filled)
        }
        filled.lines = lines + other.lines(without: lines)
        filled.dropLines(changedFrom: other)
        // The stored contact can already be found by the identifier derived from this UID.
        if let uid, ContactImport.identifier(madeOf: uid) == other.id { filled.uid = other.uid }
        return filled
    }

    /// Returns the kept lines of properties and groups that don't occur in the other lines.
    private func lines(without others: [String]) -> [String] {
        let others = others.compactMap { VCardLine(text: $0) }
        let (names, groups) = (Set(others.map(\.name)), Set(others.compactMap { $0.group?.lowercased() }))
        return lines.filter { text in
            guard let line = VCardLine(text: text) else { return true }
            if let group = line.group { return !groups.contains(group.lowercased()) }
            return !names.contains(line.name)
        }
    }
}

/// The groups imported as separate cards with the UIDs of their members (`KIND:group`), collected until all cards are
/// read, because a member may come after its group.
struct ImportedGroups {
    /// The changes to one contact's groups.
    struct Membership {
        var added: [String] = []
        var removed: [String] = []
        var isCountedUnchanged = false
    }

    private var members: [(uid: String, group: String)] = []
    /// The cards of groups, which aren't stored as contacts if a member is found.
    var cards: [ImportedContact] = []
    /// The groups that contacts lose unless a group's card lists them.
    private var lost: [ContactID: (names: [String], isCountedUnchanged: Bool)] = [:]

    /// Records the members if the contact is a group, and returns whether it is one.
    mutating func take(_ card: ImportedContact) -> Bool {
        guard card.isGroup else { return false }
        let group = card.contact.displayName
        members += Self.members(card).map { ($0, group) }
        return true
    }

    private static func members(_ card: ImportedContact) -> [String] { card.contact.members.filter { !$0.isEmpty } }

    /// Returns the cards of groups without a known member, which are kept as contacts so that nothing is lost; groups
    /// without any members are dropped.
    mutating func cardsWithoutMembers(isThere: (String) throws -> Bool) rethrows -> [ImportedContact] {
        defer { cards = [] }
        return try cards.filter { card in
            let members = Self.members(card)
            return try !members.isEmpty && !members.contains(where: isThere)
        }
    }

    /// Records the groups that a contact had but that its card doesn't list.
    mutating func loses(_ id: ContactID, _ names: [String], isCountedUnchanged: Bool) {
        lost[id] = (names, isCountedUnchanged)
    }

    /// Returns the changes by contact; unknown members are left out.
    func memberships(
        find: (String) throws -> StoredContact?
    ) rethrows -> [(ContactID, Membership)] {
        var order: [ContactID] = []
        var memberships: [ContactID: Membership] = [:]
        for (uid, group) in members {
            guard let id = try find(uid)?.base.id else { continue }
            if memberships[id] == nil { order.append(id) }
            memberships[id, default: Membership()].added.append(group)
        }
        for (id, (names, isCountedUnchanged)) in lost.sorted(by: { $0.key < $1.key }) {
            if memberships[id] == nil { order.append(id) }
            var membership = memberships[id] ?? Membership()
            membership.isCountedUnchanged = isCountedUnchanged
            membership.removed = Self.names(names, without: membership.added)
            memberships[id] = membership
        }
        return order.compactMap { id in memberships[id].map { (id, $0) } }
    }

    /// Returns the names that aren't among the others, without duplicates, ignoring case and accents.
    static func names(_ names: [String], without others: [String]) -> [String] {
        guard !names.isEmpty, names != others else { return [] }
        var known = Set(others.map(FoldedText.key))
        return names.filter { known.insert(FoldedText.key($0)).inserted }
    }
}
