/// What is known about where the results go.
struct Screen: Equatable, Sendable {
    /// Whether a person reads the results as they come.
    var isTerminal: Bool
    /// The columns that a line may take.
    var columns: Int

    init(isTerminal: Bool, columns: Int) {
        self.isTerminal = isTerminal
        self.columns = columns
    }

    /// Looks at the variable COLUMNS, then at the terminal; 80 columns when neither tells.
    init(descriptor: Descriptor, environment: [String: String]) {
        let wished = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        self.init(isTerminal: descriptor.isTerminal, columns: wished ?? descriptor.columns ?? 80)
    }
}
