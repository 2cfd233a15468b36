import Repository

/// Groups contacts that look like one person, with a union-find over the values they have in common.
///
/// Two contacts look like one person when they share an e-mail address; or a telephone number, and their names do not
/// differ; or the name together with the birthday, the street or the organization.
struct DuplicateFinder {
    /// The fewest digits of a number that identifies a line; shorter ones may belong to many people.
    private static let fewestDigits = 7

    private var identifiers: [ContactID] = []
    private var names: [Name] = []
    /// The contact that had a value first.
    private var known: [String: Int] = [:]
    /// The forest of the union-find; a root is its own parent.
    private var parents: [Int] = []
    private var links: [(index: Int, reason: String)] = []

    /// The first and last name of a contact, folded.
    private struct Name {
        var first: String
        var last: String

        /// Whether both may belong to one person: a missing part fits any, and an initial fits a name that begins with it.
        func fits(_ other: Name) -> Bool { Self.fits(first, other.first) && Self.fits(last, other.last) }

        private static func fits(_ one: String, _ other: String) -> Bool {
            if one.isEmpty || other.isEmpty || one == other { return true }
            return one.count == 1 && other.hasPrefix(one) || other.count == 1 && one.hasPrefix(other)
        }
    }

    /// Adds a contact and joins it with earlier ones that look like the same person.
    mutating func add(_ contact: Contact) {
        let index = identifiers.count
        identifiers.append(contact.id)
        parents.append(index)
        let name = Name(first: Self.key(contact.name.first), last: Self.key(contact.name.last))
        names.append(name)
        for email in contact.emails where email.value.contains("@") {
            link(index, "email:" + email.value.lowercased(), "the same e-mail address")
        }
        for phone in contact.phones {
            guard let digits = PhoneKey(phone.value)?.identity, digits.utf8.count >= Self.fewestDigits else { continue }
            link(index, "phone:" + digits, "the same number", ifNamesFit: true)
        }
        guard !name.first.isEmpty, !name.last.isEmpty else { return }
        let full = "\(name.first)\u{0}\(name.last)\u{0}"
        for (value, what) in [
            (contact.birthday, "birthday"), (contact.organization, "organization"), (contact.address.street, "street"),
        ] {
            let key = Self.key(value)
            if !key.isEmpty { link(index, "\(what):\(full)\(key)", "the same name and \(what)") }
        }
    }

    /// The identifiers of each group, in the order in which they were added, with the reasons.
    func groups() -> [(ids: [ContactID], reasons: [String])] {
        var members: [Int: [Int]] = [:]
        var finder = self
        for index in identifiers.indices { members[finder.root(index), default: []].append(index) }
        var reasons: [Int: [String]] = [:]
        for (index, reason) in links {
            let root = finder.root(index)
            if reasons[root]?.contains(reason) != true { reasons[root, default: []].append(reason) }
        }
        return members.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }.map { root, indices in
            (indices.map { identifiers[$0] }, reasons[root] ?? [])
        }
    }

    private mutating func link(_ index: Int, _ key: String, _ reason: String, ifNamesFit: Bool = false) {
        guard let other = known[key] else {
            known[key] = index
            return
        }
        guard other != index, !ifNamesFit || names[other].fits(names[index]) else { return }
        parents[root(index)] = root(other)
        links.append((index, reason))
    }

    private mutating func root(_ index: Int) -> Int {
        var index = index
        while parents[index] != index {
            parents[index] = parents[parents[index]]
            index = parents[index]
        }
        return index
    }

    private static func key(_ text: String?) -> String { text.map(FoldedText.key) ?? "" }
}
