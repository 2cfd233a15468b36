import Repository

/// What there is to know beside the commands: `contacts help query`.
enum HelpTopic: String, CaseIterable, Sendable {
    case query
    case selection
    case formats
    case exchange
    case configuration
    case files
    case mutt
    case exitCodes = "exit-codes"

    /// What it is about, in a few words.
    var title: String {
        switch self {
        case .query: "How to say who is wanted."
        case .selection: "How to name contacts."
        case .formats: "What results look like, and the fields."
        case .exchange: "What import and export keep of a contact."
        case .configuration: "Where settings come from."
        case .files: "Which files the program has."
        case .mutt: "How to use the program in mutt and aerc."
        case .exitCodes: "What the exit status says."
        }
    }

    /// All there is to say, in lines of at most 80 columns.
    var text: String {
        let body: String =
            switch self {
            case .query: HelpTexts.query
            case .selection: HelpTexts.selection
            case .formats: HelpTexts.formats
            case .exchange: HelpTexts.exchange
            case .configuration: HelpTexts.configuration
            case .files: HelpTexts.files
            case .mutt: HelpTexts.mutt
            case .exitCodes: HelpTexts.exitCodes
            }
        return "\(rawValue.uppercased()): \(title)\n\n\(body)\n"
    }

    /// The topics as the help of the program lists them.
    static let list = allCases.map { topic in
        "  contacts help \(topic.rawValue.padding(to: 14)) \(topic.title)"
    }.joined(separator: "\n")
}

extension String {
    /// The text with blanks behind it, so that it is as wide as others.
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// `contacts help WORD…`, which asks about a command or a topic.
enum HelpRequest {
    /// The text of the topic that the arguments ask about; `nil` when they ask about a command, or about nothing.
    ///
    /// - Throws: ``Failure`` when there is neither a command nor a topic of the name.
    static func topic(_ arguments: [String]) throws -> HelpTopic? {
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
