import Repository

extension StoreOverview {
    /// A group and how many are in it.
    struct Group: Equatable, Sendable {
        var name: String
        var contacts: Int
    }

    /// The groups in the order of their names; what differs in capitals and accents only is one group, by the name that
    /// most use.
    var groups: [Group] {
        Dictionary(grouping: categories) { FoldedText.key($0.key) }
            .sorted { ($0.key, $0.value.count) < ($1.key, $1.value.count) }
            .compactMap { _, names in
                let mostUsed = names.max { ($0.value, $1.key) < ($1.value, $0.key) }
                return mostUsed.map { Group(name: $0.key, contacts: names.reduce(0) { $0 + $1.value }) }
            }
    }
}
