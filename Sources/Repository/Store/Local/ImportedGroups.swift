/// The groups that come as cards of their own with the UIDs of their members (`KIND:group`), gathered until all cards are
/// read: a member may come behind its group.
struct ImportedGroups {
    /// What the groups change in one contact.
    struct Membership {
        var added: [String] = []
        var removed: [String] = []
        var isCountedUnchanged = false
    }

    private var members: [(uid: String, group: String)] = []
    /// The cards of groups, which are no contacts if a member is found.
    private var cards: [(card: ImportedContact, members: [String])] = []
    /// The groups that contacts lose unless a card of a group names them.
    private var lost: [ContactID: (names: [String], isCountedUnchanged: Bool)] = [:]

    /// Takes the members of the contact, if it is a group, and returns whether it is one.
    mutating func take(_ card: ImportedContact) -> Bool {
        guard card.isGroup else { return false }
        let (group, own) = (card.contact.displayName, card.contact.members.filter { !$0.isEmpty })
        members += own.map { ($0, group) }
        return true
    }

    /// Holds the card of a group back until all cards are read.
    mutating func hold(_ card: ImportedContact) {
        cards.append((card, card.contact.members.filter { !$0.isEmpty }))
    }

    /// The cards of groups of which no member was found, which are kept as contacts so that nothing is lost; a group that
    /// has no members at all says nothing.
    mutating func cardsWithoutMembers(isThere: (String) throws -> Bool) rethrows -> [ImportedContact] {
        let left = try cards.filter { try !$0.members.isEmpty && !$0.members.contains(where: isThere) }
        cards = []
        return left.map(\.card)
    }

    /// Takes the groups that a contact had and that its card does not name.
    mutating func loses(_ id: ContactID, _ names: [String], isCountedUnchanged: Bool) {
        lost[id] = (names, isCountedUnchanged)
    }

    /// What changes in which contacts; members that are not found are left out.
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

    /// The names that the others do not have, each once, compared without case and accents.
    static func names(_ names: [String], without others: [String]) -> [String] {
        guard !names.isEmpty, names != others else { return [] }
        var known = Set(others.map(FoldedText.key))
        return names.filter { known.insert(FoldedText.key($0)).inserted }
    }
}
