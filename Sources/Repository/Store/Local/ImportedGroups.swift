/// The groups that come as cards of their own with the UIDs of their members (`KIND:group`), gathered until all cards are
/// read: a member may come behind its group.
struct ImportedGroups {
    /// What the groups change in one contact.
    struct Membership {
        var added: [String] = []
        var removed: [String] = []
        /// Whether the contact was counted as unchanged.
        var isCountedUnchanged = false
    }

    private var members: [(uid: String, group: String)] = []
    /// The groups that contacts lose unless a card of a group names them.
    private var lost: [ContactID: (names: [String], isCountedUnchanged: Bool)] = [:]

    /// Takes the members of the contact, if it is a group.
    mutating func take(_ contact: Contact) {
        guard !contact.lines.isEmpty, contact.kind == "group" else { return }
        let group = contact.displayName
        guard !group.isEmpty else { return }
        for member in contact.members where !member.isEmpty { members.append((member, group)) }
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
