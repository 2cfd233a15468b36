import Repository

/// Groups contacts that look like one person.
///
/// Only contacts that share a blocking key are compared, such as an e-mail address or the day of birth, so that the time
/// grows with the number of contacts, not with its square. ``DuplicateScore`` rates each pair. The pairs that are certain
/// form groups first, with a union-find; then the possible pairs join groups and single contacts. Names of two people
/// never come together, not even through a third contact whose name fits both.
struct DuplicateFinder {
    /// Contacts that look like one person.
    struct Group {
        /// The contacts to merge, in the order in which they were added; a part has contacts that are certainly the same.
        var parts: [[ContactID]]
        /// Why, each reason once.
        var reasons: [String]
        /// The score of the weakest pair that holds the group together.
        var score: Int
        /// Whether the group may be merged without a question.
        var isCertain: Bool
    }

    /// Up to this many contacts with one blocking key are all compared with each other.
    private static let smallBlock = 12
    /// In a larger block, each contact is compared with this many that follow it in the order of the names.
    private static let window = 8

    /// What tells a contact's country; few places recur for many contacts.
    private struct Place: Hashable {
        let country: String?
        let nationality: String?
    }

    private let region: PhoneRegion?
    private var regions: [Place: PhoneRegion?] = [:]
    private var contacts: [ComparedContact] = []
    /// The hashes of the blocking keys, with the contacts that have them.
    private var keys: [(key: Int, index: Int)] = []

    /// Creates a finder; `region` is the country of numbers without a country code of contacts without a country.
    init(region: PhoneRegion? = nil) {
        self.region = region
    }

    /// Adds a contact.
    mutating func add(_ contact: Contact) {
        let index = contacts.count
        let place = Place(country: contact.address.country, nationality: contact.nationality)
        if regions[place] == nil { regions[place] = .some(contact.phoneRegion ?? region) }
        let compared = ComparedContact(contact, region: regions[place] ?? nil)
        contacts.append(compared)
        func key(_ kind: Int, _ text: String) { keys.append((Self.hash(kind, text), index)) }
        for email in compared.emails { key(0, email) }
        for phone in compared.phones { if let end = phone.key.lineEnd { key(1, end) } }
        if !compared.birthday.isEmpty { key(2, compared.birthday) }
        if !compared.street.isEmpty { key(3, compared.street) }
        if !compared.organization.isEmpty, compared.name.isWhole {
            key(4, compared.organization + "\u{0}" + compared.name.sorted)
        }
    }

    private static func hash(_ kind: Int, _ text: String) -> Int {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(text)
        return hasher.finalize()
    }

    /// The groups, in the order in which their first contacts were added; a certain group comes before one that it is part of.
    func groups() -> [Group] {
        let pairs = pairs()
        var forest = DuplicateForest(names: contacts.map(\.name))
        for pair in pairs where pair.score.isCertain { forest.join(pair.one, pair.other, by: pair.score) }
        let certain = forest
        forest.forgetLinks()
        for pair in pairs where !pair.score.isCertain { forest.join(pair.one, pair.other, by: pair.score) }
        func groups(of forest: DuplicateForest, isCertain: Bool) -> [(first: Int, group: Group)] {
            forest.linked().map { members, link in
                let parts = isCertain ? members.map { [$0] } : certain.parts(of: members)
                let group = Group(
                    parts: parts.map { $0.map { contacts[$0].id } },
                    reasons: link.reasons,
                    score: link.score,
                    isCertain: isCertain
                )
                return (members[0], group)
            }
        }
        let all = groups(of: certain, isCertain: true) + groups(of: forest, isCertain: false)
        return all.enumerated().sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }
            .map(\.element.group)
    }

    /// How many pairs are compared; for tests of the cost.
    var comparisons: Int { candidates().count }

    private struct Pair {
        let one: Int
        let other: Int
        let score: DuplicateScore
    }

    /// The pairs that are possible, the most likely first.
    private func pairs() -> [Pair] {
        candidates().compactMap { pair in
            let (one, other) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
            let score = DuplicateScore(contacts[one], contacts[other])
            return score.isPossible ? Pair(one: one, other: other, score: score) : nil
        }
        .sorted { ($1.score.points, $0.one, $0.other) < ($0.score.points, $1.one, $1.other) }
    }

    /// The pairs that share a blocking key, each once: the lower index in the upper half.
    private func candidates() -> Set<UInt64> {
        var found: Set<UInt64> = []
        let sorted = keys.sorted { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
            defer { start = end }
            guard end - start > 1 else { continue }
            var block = sorted[start..<end].map(\.index)
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

/// A union-find over contacts that keeps names of two people apart.
struct DuplicateForest {
    /// What holds a group together.
    struct Link {
        var score = 100
        var reasons: [String] = []
    }

    /// The most names of a group that others are compared with.
    private static let nameLimit = 16

    /// A root is its own parent.
    private var parents: [Int]
    /// The distinct names of each group, at its root.
    private var names: [[ComparedName]]
    private var links: [Int: Link] = [:]

    init(names: [ComparedName]) {
        parents = Array(names.indices)
        self.names = names.map { $0.isEmpty ? [] : [$0] }
    }

    /// Joins the groups of two contacts, unless they have names of two people.
    mutating func join(_ one: Int, _ other: Int, by score: DuplicateScore) {
        let (a, b) = (root(one), root(other))
        guard a != b, !differ(a, b) else { return }
        let (kept, left) = (min(a, b), max(a, b))
        parents[left] = kept
        for name in names[left] where !names[kept].contains(name) { names[kept].append(name) }
        names[left] = []
        if let link = links.removeValue(forKey: left) { note(link.score, link.reasons, at: kept) }
        note(score.points, score.reasons, at: kept)
    }

    /// Whether the groups have names that cannot be those of one person, or too many to tell.
    private func differ(_ a: Int, _ b: Int) -> Bool {
        guard names[a].count + names[b].count <= Self.nameLimit else { return names[a] != names[b] }
        return names[a].contains { one in
            names[b].contains { NameRelation.of(one, $0).relation == .different }
        }
    }

    private mutating func note(_ points: Int, _ reasons: [String], at root: Int) {
        var link = links[root] ?? Link()
        link.score = min(link.score, points)
        for reason in reasons where !link.reasons.contains(reason) { link.reasons.append(reason) }
        links[root] = link
    }

    /// Forgets what holds the groups together, and keeps the groups.
    mutating func forgetLinks() { links = [:] }

    /// The groups that a link holds together, with their members in order.
    func linked() -> [(members: [Int], link: Link)] {
        guard !links.isEmpty else { return [] }
        var members: [Int: [Int]] = [:]
        for index in parents.indices {
            let root = find(index)
            if links[root] != nil { members[root, default: []].append(index) }
        }
        return links.compactMap { root, link in members[root].map { ($0, link) } }
    }

    /// The contacts, those of one group together.
    func parts(of indices: [Int]) -> [[Int]] {
        var parts: [[Int]] = []
        var places: [Int: Int] = [:]
        for index in indices {
            let root = find(index)
            if let place = places[root] {
                parts[place].append(index)
            } else {
                places[root] = parts.count
                parts.append([index])
            }
        }
        return parts
    }

    private func find(_ index: Int) -> Int {
        var index = index
        while parents[index] != index { index = parents[index] }
        return index
    }

    private mutating func root(_ index: Int) -> Int {
        let root = find(index)
        // Later searches are short.
        var index = index
        while index != root {
            let next = parents[index]
            parents[index] = root
            index = next
        }
        return root
    }
}
