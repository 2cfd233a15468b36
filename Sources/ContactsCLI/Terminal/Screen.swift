import ArgumentParser

struct Screen: Equatable, Sendable {
    var isTerminal: Bool
    var columns: Int
    var rows: Int?
    var hasColor = false
    /// Whether tsv and plain keep control and invisible characters, as requested with `--raw`.
    var isRaw = false
}

extension Screen {
    /// Uses the width from the variable `COLUMNS`, else the terminal's, else 80 columns.
    init(descriptor: Descriptor, environment: [String: String], color: ColorRule = .auto) {
        let wanted = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        let isTerminal = descriptor.isTerminal
        let size = isTerminal ? descriptor.size : nil
        self.init(
            isTerminal: isTerminal,
            columns: wanted ?? size?.columns ?? 80,
            rows: size?.rows,
            hasColor: color.allowsColor(isTerminal: isTerminal, environment: environment)
        )
    }
}

enum ColorRule: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto
    case always
    case never

    /// Returns whether to color the results.
    ///
    /// The command line takes precedence, then `NO_COLOR` (no), then `CLICOLOR_FORCE` and `FORCE_COLOR` (yes).
    /// Otherwise a terminal gets colors unless `TERM` is missing or `dumb`, or `CLICOLOR` is 0.
    func allowsColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if environment["NO_COLOR"]?.isEmpty == false { return false }
            if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
            // A terminal of unknown type may print the codes as text.
            let kind = environment["TERM"] ?? ""
            return isTerminal && !kind.isEmpty && kind != "dumb" && environment["CLICOLOR"] != "0"
        }
    }
}

/// A text style for terminals; it never carries information on its own.
enum TextStyle: String, Sendable {
    case bold = "1"
    /// Text meant for programs rather than people, such as identifiers.
    case faint = "2"

    func applied(to text: String, on screen: Screen) -> String {
        screen.hasColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
