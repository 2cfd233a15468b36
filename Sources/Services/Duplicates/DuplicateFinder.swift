import Repository

/// Groups contacts that look like the same person.
///
/// Only contacts that share a blocking key, such as an e-mail address or a birthday, are compared, so that the time
/// grows with the number of contacts, not with its square. ``DuplicateScore`` rates each pair. The certain pairs form
/// groups first, with a union-find; then possible pairs join groups and single contacts. Names of two different people
/// never end up in one group, not even through a third contact whose name matches both.
struct DuplicateFinder {
    /// Contacts that look like the same person.
    struct Group {
        /// The contacts to merge, in the order they were added; contacts within a part are certainly the same.
        var parts: [[ContactID]]
        /// The score of the weakest pair that links the group, with the reasons of all pairs.
        var score: DuplicateScore
    }

    /// The maximum number of contacts sharing a blocking key that are all compared with each other.
    private static let smallBlock = 12
    /// In a larger block, sorted by name, the number of following contacts that each one is compared with.
    private static let window = 8

    /// The country assumed for numbers without a country code if the contact has no country.
    let region: PhoneRegion?
    /// Pairs that the user marked as different people.
    var apart: [(ContactID, ContactID)] = []
    private(set) var contacts: [ComparedContact] = []
    /// The hashes of the blocking keys, with the contacts that share them.
    private(set) var keys: [(key: Int, index: Int)] = []

    mutating func add(_ contact: Contact) {
        let index = contacts.count
        let compared = ComparedContact(contact, region: contact.phoneRegion ?? region)
        contacts.append(compared)
        func key(_ kind: Int, _ text: String) {
            var hasher = Hasher()
            hasher.combine(kind)
            hasher.combine(text)
            keys.append((hasher.finalize(), index))
        }
        for email in compared.emails { key(0, email) }
        for phone in compared.phones { if let end = phone.key.lineEnd { key(1, end) } }
        if !compared.birthday.isEmpty { key(2, compared.birthday) }
        // The year may be missing in one of them, so month and day are a key of their own.
        if compared.birthday.utf8.count >= 7 { key(5, String(compared.birthday.suffix(5))) }
        let name = SearchWords.unspelled(compared.name.sorted)
        if !compared.name.isEmpty { key(6, name) }
        if !compared.street.isEmpty { key(3, compared.street) }
        if !compared.organization.isEmpty, compared.name.isWhole {
            key(4, compared.organization + "\u{0}" + name)
        }
    }

    /// Returns the groups, ordered by their first contacts; a certain group precedes a larger one that contains it.
    func groups() -> [Group] {
        let pairs = candidates().compactMap { pair -> (one: Int, other: Int, score: DuplicateScore)? in
            let (one, other) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
            let score = DuplicateScore(contacts[one], contacts[other])
            return score.isPossible ? (one, other, score) : nil
        }
        // The most likely first.
        .sorted { ($1.score.points, $0.one, $0.other) < ($0.score.points, $1.one, $1.other) }
        var places: [ContactID: Int] = [:]
        if !apart.isEmpty { for (index, contact) in contacts.enumerated() { places[contact.id] = index } }
        let known = apart.compactMap { one, other in places[one].flatMap { a in places[other].map { (a, $0) } } }
        var forest = DuplicateForest(names: contacts.map(\.name), apart: known)
        for pair in pairs where pair.score.isCertain { forest.join(pair.one, pair.other, by: pair.score) }
        let certain = forest
        forest.scores = [:]
        for pair in pairs where !pair.score.isCertain { forest.join(pair.one, pair.other, by: pair.score) }
        let all = (certain.linked() + forest.linked()).map { members, score in
            let parts = score.isCertain ? members.map { [$0] } : certain.parts(of: members)
            return (first: members[0], group: Group(parts: parts.map { $0.map { contacts[$0].id } }, score: score))
        }
        // The sort is stable, so a certain group stays before one that it is part of.
        return all.sorted { $0.first < $1.first }.map(\.group)
    }

    /// Returns the distinct pairs that share a blocking key, with the lower index in the upper half.
    func candidates() -> Set<UInt64> {
        var found: Set<UInt64> = []
        var rest = keys.sorted { $0 < $1 }[...]
        while let first = rest.first {
            let sharing = rest.prefix { $0.key == first.key }
            rest = rest.dropFirst(sharing.count)
            guard sharing.count > 1 else { continue }
            var block = sharing.map(\.index)
            let isSmall = block.count <= Self.smallBlock
            if !isSmall {
                block = block.map { (name: contacts[$0].name.sorted, index: $0) }.sorted { $0 < $1 }.map(\.index)
            }
            for (place, one) in block.enumerated() {
                let following = block[(place + 1)...].prefix(isSmall ? block.count : Self.window)
                for other in following where one != other {
                    found.insert(UInt64(min(one, other)) << 32 | UInt64(max(one, other)))
                }
            }
        }
        return found
    }
}

/// A union-find over contacts that never joins the names of different people.
struct DuplicateForest {
    /// The maximum number of names in two groups; beyond it, only groups with equal names are joined.
    private static let nameLimit = 16

    /// A root is its own parent.
    private var parents: [Int]
    /// The distinct names of each group, at its root.
    private var names: [[ComparedName]]
    /// The lowest score and all reasons of the pairs that formed a group, at its root.
    var scores: [Int: DuplicateScore] = [:]
    /// Pairs that must never share a group.
    private let apart: [(Int, Int)]

    init(names: [ComparedName], apart: [(Int, Int)] = []) {
        self.apart = apart
        parents = Array(names.indices)
        self.names = names.map { $0.isEmpty ? [] : [$0] }
    }

    /// Joins the groups of two contacts, unless their names belong to different people.
    mutating func join(_ one: Int, _ other: Int, by score: DuplicateScore) {
        let (a, b) = (root(one), root(other))
        guard a != b, !differ(a, b), !areApart(a, b) else { return }
        let (kept, left) = (min(a, b), max(a, b))
        parents[left] = kept
        for name in names[left] where !names[kept].contains(name) { names[kept].append(name) }
        names[left] = []
        for score in [scores.removeValue(forKey: left), score].compactMap(\.self) {
            scores[kept] = scores[kept]?.weakened(by: score) ?? score
        }
    }

    /// Whether the groups have names that can't belong to one person, or too many names to decide.
    private func differ(_ a: Int, _ b: Int) -> Bool {
        guard names[a].count + names[b].count <= Self.nameLimit else { return names[a] != names[b] }
        return names[a].contains { one in
            names[b].contains { NameRelation.of(one, $0).relation == .different }
        }
    }

    private func areApart(_ a: Int, _ b: Int) -> Bool {
        apart.contains { one, other in
            let roots = (root(one), root(other))
            return roots == (a, b) || roots == (b, a)
        }
    }

    /// Returns the groups that pairs have formed, with their members in order.
    func linked() -> [(members: [Int], score: DuplicateScore)] {
        guard !scores.isEmpty else { return [] }
        let members = Dictionary(grouping: parents.indices, by: root)
        return scores.map { root, score in (members[root] ?? [], score) }
    }

    /// Splits contacts, which must be sorted, by group.
    func parts(of indices: [Int]) -> [[Int]] {
        Dictionary(grouping: indices, by: root).values.sorted { $0[0] < $1[0] }
    }

    private func root(_ index: Int) -> Int {
        var index = index
        while parents[index] != index { index = parents[index] }
        return index
    }
}
