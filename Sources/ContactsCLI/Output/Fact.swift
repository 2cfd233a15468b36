/// Something that is known, with a name for people and one for programs.
struct Fact: Equatable, Sendable {
    /// What may be known.
    enum Value: Equatable, Sendable {
        case number(Int)
        case text(String?)
        case flag(Bool)
        /// How many there are of each name, in this order.
        case counts([Count])
    }

    /// A name and how many there are of it.
    struct Count: Equatable, Sendable {
        var name: String
        var number: Int
    }

    /// The name for programs.
    let key: String
    /// The name for people.
    let label: String
    let value: Value

    init(_ key: String, _ label: String, _ value: Value) {
        self.key = key
        self.label = label
        self.value = value
    }

    /// Counts by name, the most first.
    init(_ key: String, _ label: String, _ counts: [String: Int]) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        self.init(key, label, .counts(sorted.map { Count(name: $0.key, number: $0.value) }))
    }
}
