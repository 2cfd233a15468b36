import ArgumentParser

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
