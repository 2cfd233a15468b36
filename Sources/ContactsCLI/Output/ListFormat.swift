import ArgumentParser

/// The forms in which several contacts can be asked for.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
    case tsv

    /// The form when none was asked for: a table for people, lines with tabs for programs.
    static func standard(for screen: Screen) -> ListFormat {
        screen.isTerminal ? .table : .tsv
    }

    /// A writer of this form for what the results go to.
    func writer(for screen: Screen) -> any ContactFormat {
        switch self {
        case .table: TableFormat(columns: screen.columns)
        case .json: JSONFormat(isForTerminal: screen.isTerminal)
        case .tsv: TSVFormat(isForTerminal: screen.isTerminal)
        }
    }
}
