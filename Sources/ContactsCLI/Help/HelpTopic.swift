import TerminalUI

/// Help beside that of the commands, such as `contacts help query`.
enum HelpTopic: String, CaseIterable, Sendable {
    case commands
    case screen
    case books
    case query
    case selection
    case formats
    case exchange
    case configuration
    case files
    case mutt
    case options
    case exitCodes = "exit-codes"

    var title: String { page.title }

    var text: String { "\(rawValue.uppercased()): \(title)\n\n\(page.body())\n" }

    /// The title and the text below it, which is made when it is read: some of it takes long.
    private var page: (title: String, body: () -> String) {
        switch self {
        case .commands: ("All commands, by what they do.", { ProgramHelp.commands })
        case .screen: ("The full screen: keys, pages and colors.", { HelpTexts.screen })
        case .books: ("Address books of your own, and their sources.", { HelpTexts.books })
        case .query: ("The query language.", { HelpTexts.query })
        case .selection: ("How commands select contacts.", { HelpTexts.selection })
        case .formats: ("Formats of results, and the fields.", { HelpTexts.formats })
        case .exchange: ("What import and export keep of a contact.", { HelpTexts.exchange })
        case .configuration: ("Where settings come from.", { HelpTexts.configuration })
        case .files: ("The files of the program.", { HelpTexts.files })
        case .mutt: ("Use in mutt and aerc.", { HelpTexts.mutt })
        case .options: ("The options of every command.", { HelpTexts.options })
        case .exitCodes: ("The meaning of the exit status.", { HelpTexts.exitCodes })
        }
    }

    static let list = allCases.filter { $0 != .commands }.map { topic in
        "  contacts help \(topic.rawValue.padded(to: 14)) \(topic.title)"
    }.joined(separator: "\n")
}

/// Handles `contacts help WORD…`, which asks for a command or a topic.
enum HelpRequest {
    /// The topic that the arguments ask for; `nil` when they ask for a command or for nothing.
    static func topic(_ arguments: [String]) throws -> HelpTopic? {
        let isHelp = arguments.contains { ["--help", "-h"].contains($0) }
        if isHelp, let word = arguments.first, !word.hasPrefix("-"), word != "help",
            CommandTree.subcommand(named: word, of: ContactsCommand.self) == nil
        {
            // The parser would print the help of the program, as if the command were one.
            return try topic(["help", word])
        }
        guard arguments.first == "help" else { return nil }
        let (command, path, rest) = CommandTree.walk(arguments.dropFirst().filter { !$0.hasPrefix("-") })
        guard let word = rest.first else { return nil }
        let topics = HelpTopic.allCases.map(\.rawValue)
        if path.isEmpty, rest.count == 1, let topic = HelpTopic(rawValue: word.lowercased()) { return topic }
        let shown = TerminalText.sanitized(word)
        let suggestion = CommandTree.suggestion(for: word, below: command, also: path.isEmpty ? topics : [])
        let advice =
            suggestion.map { "Did you mean “contacts \((["help"] + path + [$0]).joined(separator: " "))”?" }
            ?? "See 'contacts help' for the commands and topics."
        throw Failure(.usage, "There is no command and no topic “\(shown)”. \(advice)")
    }
}
