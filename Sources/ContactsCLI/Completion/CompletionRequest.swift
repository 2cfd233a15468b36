import ArgumentParser

/// What a shell asks when somebody presses the tabulator: which contacts begin as the word under the cursor does.
///
/// The scripts of the argument parser call `contacts ---completion <command> ... -- <argument> <word> <cursor> <line> ...`.
struct CompletionRequest: Equatable, Sendable {
    /// The beginning of the word, as somebody would have typed it without quotation marks.
    let prefix: String
    /// The options on the line that say which contacts there are.
    let options: [String]

    /// Reads the arguments; `nil` when they are not of a shell that asks for contacts.
    init?(_ arguments: [String]) {
        guard arguments.first == "---completion", let end = arguments.firstIndex(of: "--") else { return nil }
        let rest = Array(arguments[(end + 1)...])
        // The argument, the index of the word, the cursor in it, and the line.
        guard rest.count > 3, rest[0].hasPrefix("positional@"), let index = Int(rest[1]) else { return nil }
        let line = Array(rest[3...])
        let word = line.indices.contains(index) ? line[index] : ""
        let cursor = Int(rest[2]) ?? word.count
        prefix = Self.unquoted(cursor > 0 ? String(word.prefix(cursor)) : word)
        options = Self.storeOptions(in: line)
    }

    /// The word without the quotation marks and backslashes that a shell takes away.
    private static func unquoted(_ word: String) -> String {
        var result = ""
        var isEscaped = false
        for character in word {
            if isEscaped {
                result.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character != "\"", character != "'" {
                result.append(character)
            }
        }
        return result
    }

    private static func storeOptions(in line: [String]) -> [String] {
        let names = ["--db", "--env", "--config"]
        return line.enumerated().flatMap { index, word -> [String] in
            if names.contains(word), index + 1 < line.count { return [word, unquoted(line[index + 1])] }
            return names.contains { word.hasPrefix($0 + "=") } ? [unquoted(word)] : []
        }
    }
}
