import ArgumentParser
import Repository

/// The arguments of `contacts email --mutt …`: mutt's replacement for `%s` is text, even if it looks like an option.
enum MuttArguments {
    /// Returns whether the arguments are a mutt query.
    static func areMeant(by arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        guard options.contains("--mutt") else { return false }
        let path = CommandTree.walk(options.filter { !$0.hasPrefix("-") }).path.first
        return ["email", "phone", "address"].contains(path) || options.contains { ["email", "emails"].contains($0) }
    }

    /// Parses a mutt query: anything the parser rejects as an option is treated as a word.
    static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var options = Array(arguments[..<end])
        var words = Array(arguments[end...].dropFirst())
        var moved = 0
        while true {
            do {
                return try ContactsCommand.parseAsRoot(options + ["--"] + words)
            } catch {
                let message = ContactsCommand.message(for: error)
                guard let match = message.firstMatch(of: /(?i)(?:unknown option|missing value for) '?(-[^'\n ]*)/),
                    let place = options.lastIndex(where: { Self.isSpelled($0, match.output.1) })
                else { throw error }
                words.insert(options.remove(at: place), at: moved)
                moved += 1
            }
        }
    }

    /// Returns whether the parser's error refers to this argument; the error may omit its value or further letters.
    private static func isSpelled(_ argument: String, _ option: Substring) -> Bool {
        guard argument.hasPrefix("-"), argument != "-" else { return false }
        if argument == option || argument.hasPrefix(option + "=") { return true }
        return !argument.hasPrefix("--") && option.count == 2 && option.last.map(argument.contains) == true
    }
}

extension ContactFilter {
    /// Returns a filter that matches words literally; `nil` if they contain nothing that could match a contact.
    static func literal(_ words: [String], of filter: ContactFilter) -> ContactFilter? {
        var filter = filter
        let text = words.joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { return filter }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        filter.text = text
        return filter
    }
}
