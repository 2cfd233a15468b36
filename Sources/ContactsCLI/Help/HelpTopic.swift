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
