/// Collects diagnostics in the order of their discovery, each one once.
struct DiagnosticCollector: Sendable {
    /// What a hostile file may make us remember; whoever sees this many findings has one problem, not many.
    static let limit = 100_000

    private(set) var diagnostics: [ConfigDiagnostic] = []
    private var known: Set<ConfigDiagnostic> = []

    /// Adds a diagnostic unless it is known: a file that is included twice is read twice, but told about once.
    mutating func add(_ diagnostic: ConfigDiagnostic) {
        guard diagnostics.count < Self.limit, known.insert(diagnostic).inserted else { return }
        diagnostics.append(diagnostic)
    }

    mutating func add(contentsOf others: [ConfigDiagnostic]) {
        for diagnostic in others {
            add(diagnostic)
        }
    }
}
