/// Tells who mistyped a command which one there is.
enum CommandSuggestion {
    /// The parser's complaint, with the command that may have been meant in the place of a general remark.
    static func improved(_ complaint: String) -> String {
        // The parser says “Unexpected argument 'x'” or “2 unexpected arguments: 'x', 'y'”, and how the command is used
        // whose turn it was.
        guard
            let match = complaint.prefixMatch(of: /Error: (?:Unexpected argument|\d+ unexpected arguments:) '([^']+)'/),
            let usage = complaint.firstMatch(of: /\nUsage: contacts ((?:[a-z-]+ )*)<command>/)
        else { return complaint }
        let word = String(match.output.1)
        let (command, path, _) = CommandTree.walk(usage.output.1.split(separator: " ").map(String.init))
        let advice = CommandTree.suggestion(for: word, below: command).map { known in
            "Did you mean “\((["contacts"] + path + [known]).joined(separator: " "))”?"
        }
        let lines = complaint.split(separator: "\n", maxSplits: 1).map(String.init)
        let first = "Error: There is no command “\(word)”." + (advice.map { " " + $0 } ?? "")
        return ([first] + lines.dropFirst()).joined(separator: "\n")
    }
}
