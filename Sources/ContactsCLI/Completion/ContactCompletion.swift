import ArgumentParser
import Bloc
import Repository

/// The request of a shell for the contacts that begin with the word under the cursor.
///
/// The scripts of the argument parser call `contacts ---completion <command> ... -- <argument> <word> <cursor> <line> ...`.
struct CompletionRequest: Equatable, Sendable {
    /// The beginning of the word, without quotation marks and backslashes.
    let prefix: String
    /// The options on the line that select the store.
    let options: [String]

    /// Reads the arguments; `nil` when they are not a request of a shell for contacts.
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

    /// The word without the quotation marks and backslashes that a shell removes.
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

/// Finds the contacts for a shell, in the store only: by the beginning of the identifier or of the name.
struct ContactCompletion {
    private static let limit = 64

    let request: CompletionRequest

    /// The candidates, identifiers before names; none when the contacts cannot be read.
    func candidates(in program: Program) async throws -> [CompletionShellText.Candidate] {
        let isIdentifier = !request.prefix.isEmpty && request.prefix.allSatisfy { $0.isHexDigit || $0 == "-" }
        var candidates: [CompletionShellText.Candidate] = []
        if isIdentifier {
            let term = ContactTerm(request.prefix, in: .id)
            candidates += try await contacts(ContactFilter(expression: .term(term)), in: program).map { contact in
                let name = contact.displayName
                return CompletionShellText.Candidate(word: contact.id.rawValue, description: name)
            }
        }
        var known: Set<String> = []
        for contact in try await contacts(ContactFilter(text: request.prefix), in: program) {
            let name = contact.displayName
            // The shell replaces the typed word, so that the name must begin with it.
            guard !name.isEmpty, begins(name), known.insert(name).inserted else { continue }
            let about = contact.email ?? contact.phone ?? contact.cell ?? contact.id.rawValue
            candidates.append(CompletionShellText.Candidate(word: name, description: about))
        }
        return candidates
    }

    private func begins(_ name: String) -> Bool {
        name.lowercased().hasPrefix(request.prefix.lowercased())
    }

    private func contacts(_ filter: ContactFilter, in program: Program) async throws -> [Contact] {
        @Injected(\.blocs) var blocs
        var reading = ListReading(bloc: blocs.contactList(), messages: program.messages)
        let request = ContactListRequest(
            filter: filter,
            limit: Self.limit,
            pageSize: Self.limit,
            policy: .cacheOnly
        )
        var all: [Contact] = []
        _ = try await reading.run(request) { all += $0.items }
        return all
    }
}

/// Writes candidates as lines for a shell.
enum CompletionShellText {
    /// A word to offer, with its description.
    struct Candidate: Equatable, Sendable {
        var word: String
        var description: String
    }

    /// The lines for the shell; plain words for an unknown shell.
    static func lines(_ candidates: [Candidate], for shell: CompletionShell?) -> String {
        let lines = candidates.map { candidate in
            let word = TerminalText.sanitized(candidate.word)
            let description = TerminalText.sanitized(candidate.description)
            switch shell {
            case .bash: return escapedForBash(word)
            case .zsh: return "\(escapedForZsh(word)):\(description)"
            case .fish: return "\(word)\t\(description)"
            default: return word
            }
        }
        // The script for zsh drops the last line.
        let all = shell == .zsh ? lines + [" "] : lines
        return all.map { $0 + "\n" }.joined()
    }

    /// Bash expands candidates like a command line, so that an unescaped name could run a command.
    private static func escapedForBash(_ word: String) -> String {
        word.unicodeScalars.reduce(into: "") { text, scalar in
            let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            text += isPlain ? String(scalar) : "\\\(scalar)"
        }
    }

    private static func escapedForZsh(_ word: String) -> String {
        word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }
}
