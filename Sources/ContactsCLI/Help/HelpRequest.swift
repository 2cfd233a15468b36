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
