import ArgumentParser
import Repository

/// The arguments of `contacts email --mutt …`: what mutt puts in the place of `%s` is text, whatever it looks like.
enum MuttArguments {
    /// Whether the arguments are a query of mutt.
    static func areMeant(by arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        guard options.contains("--mutt") else { return false }
        let path = CommandTree.walk(options.filter { !$0.hasPrefix("-") }).path.first
        return ["email", "phone", "address"].contains(path) || options.contains { ["email", "emails"].contains($0) }
    }

    /// Parses a query of mutt: what the parser does not know as an option is a word.
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

    /// Whether the parser means this argument, of which it may leave a value or further letters out.
    private static func isSpelled(_ argument: String, _ option: Substring) -> Bool {
        guard argument.hasPrefix("-"), argument != "-" else { return false }
        if argument == option || argument.hasPrefix(option + "=") { return true }
        return !argument.hasPrefix("--") && option.count == 2 && option.last.map(argument.contains) == true
    }
}

extension ContactFilter {
    /// The filter for words that are looked for as they are; `nil` when nothing in them can be found in any contact.
    static func literal(_ words: [String], of filter: ContactFilter) -> ContactFilter? {
        var filter = filter
        let text = words.joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { return filter }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        filter.text = text
        return filter
    }
}
