import ArgumentParser

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

/// When results are coloured.
enum ColorRule: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto
    case always
    case never

    /// Whether to colour what goes to a terminal, or elsewhere.
    ///
    /// The command line decides; then `NO_COLOR` says no; then `CLICOLOR_FORCE` and `FORCE_COLOR` say yes; then a terminal
    /// is coloured unless `TERM` is missing or `dumb`, or `CLICOLOR` is 0.
    func allowsColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if environment["NO_COLOR"]?.isEmpty == false { return false }
            if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
            // A terminal that does not say what it is may show the codes as text.
            let kind = environment["TERM"] ?? ""
            return isTerminal && !kind.isEmpty && kind != "dumb" && environment["CLICOLOR"] != "0"
        }
    }
}

/// How text stands out on a terminal; never the only way in which something is said.
enum TextStyle: String, Sendable {
    /// Titles and labels.
    case bold = "1"
    /// What is there for programs rather than for people, such as identifiers.
    case faint = "2"

    /// The text in this style, if the screen takes styles.
    func applied(to text: String, on screen: Screen) -> String {
        screen.hasColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
