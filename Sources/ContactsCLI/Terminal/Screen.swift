/// What is known about where the results go.
struct Screen: Equatable, Sendable {
    /// Whether a person reads the results as they come.
    var isTerminal: Bool
    /// The columns that a line may take.
    var columns: Int
    /// The lines that are seen at once; `nil` when that is not known.
    var rows: Int?
    /// Whether text may stand out.
    var hasColor = false

    init(isTerminal: Bool, columns: Int, rows: Int? = nil, hasColor: Bool = false) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.rows = rows
        self.hasColor = hasColor
    }

    /// Looks at the variable COLUMNS, then at the terminal; 80 columns when neither tells.
    init(descriptor: Descriptor, environment: [String: String], color: ColorRule = .auto) {
        let wished = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        let isTerminal = descriptor.isTerminal
        let size = isTerminal ? descriptor.size : nil
        self.init(
            isTerminal: isTerminal,
            columns: wished ?? size?.columns ?? 80,
            rows: size?.rows,
            hasColor: color.allowsColor(isTerminal: isTerminal, environment: environment)
        )
    }
}
