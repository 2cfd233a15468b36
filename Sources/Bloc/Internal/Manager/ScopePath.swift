/// The names of a scope and of those around it, outermost first.
struct ScopePath: Hashable, Sendable {
    let names: [String]

    init(_ names: [String]) {
        self.names = names
    }

    /// Whether this is `other` or inside it.
    func isWithin(_ other: ScopePath) -> Bool {
        names.starts(with: other.names)
    }
}
