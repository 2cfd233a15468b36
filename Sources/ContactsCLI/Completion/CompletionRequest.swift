import TerminalUI

enum CompletingShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

/// A command line up to the cursor that a shell wants completed.
///
/// The scripts call `contacts ---complete bash LINE WORD`, and
/// `contacts ---complete zsh|fish WORD… CURRENT` with the words after the program's name as they were typed.
struct CompletionRequest: Equatable, Sendable {
    /// The first argument of such a call; no command can have this name.
    static let marker = "---complete"

    let shell: CompletingShell
    /// The complete words before the cursor, without the program's name, quotes and backslashes.
    let words: [String]
    /// The part of the current word before the cursor, without quotes and backslashes.
    let current: String
    /// The prefix of that word that the shell keeps: bash replaces only the part after a colon or an equals sign.
    let kept: String
    /// The quote that is open where the replaced text begins.
    let quote: Character?

    init?(_ arguments: [String]) {
        guard arguments.count >= 3, arguments[0] == Self.marker, let shell = CompletingShell(rawValue: arguments[1])
        else { return nil }
        self.shell = shell
        let rest = arguments.dropFirst(2)
        guard shell == .bash else {
            words = rest.dropLast().map { ShellWord($0, in: shell).text }
            current = ShellWord(rest.last ?? "", in: shell).text
            kept = ""
            quote = nil
            return
        }
        guard rest.count == 2, let line = rest.first, let replaced = rest.last else { return nil }
        let raw = ShellWord.split(line)
        words = raw.dropFirst().dropLast().map { ShellWord($0, in: shell).text }
        let word = raw.count > 1 ? raw[raw.count - 1] : ""
        current = ShellWord(word, in: shell).text
        let before = ShellWord(word.hasSuffix(replaced) ? String(word.dropLast(replaced.count)) : "", in: shell)
        kept = before.text
        quote = before.openQuote
    }
}

/// A word of a command line as it was typed.
struct ShellWord: Equatable, Sendable {
    /// The word without the quotes and backslashes that a shell removes.
    private(set) var text = ""
    /// The quote that is still open at the end.
    private(set) var openQuote: Character?
    private var isEscaped = false
    private let shell: CompletingShell

    init(_ word: String = "", in shell: CompletingShell) {
        self.shell = shell
        for character in word { take(character) }
    }

    private mutating func take(_ character: Character) {
        if isEscaped {
            if keepsBackslash(before: character) { text.append("\\") }
            text.append(character)
            isEscaped = false
        } else if character == "\\", openQuote != "'" || shell == .fish {
            isEscaped = true
        } else if let quote = openQuote {
            if character == quote { openQuote = nil } else { text.append(character) }
        } else if character == "\"" || character == "'" {
            openQuote = character
        } else {
            text.append(character)
        }
    }

    /// Whether a backslash is kept: inside quotes, it is literal before an ordinary character.
    private func keepsBackslash(before character: Character) -> Bool {
        switch openQuote {
        case "\"": !"\\\"$`!".contains(character)
        case "'": !"\\'".contains(character)
        default: false
        }
    }

    /// Splits a bash line into words as they were typed; the last one is empty after a blank.
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var read = ShellWord(in: .bash)
        for character in line {
            if character.isWhitespace, read.openQuote == nil, !read.isEscaped {
                if !word.isEmpty { words.append(word) }
                (word, read) = ("", ShellWord(in: .bash))
            } else {
                word.append(character)
                read.take(character)
            }
        }
        return words + [word]
    }
}

struct CompletionCandidate: Equatable, Sendable {
    /// The word that replaces the whole word under the cursor.
    var word: String
    var description = ""
    /// Whether a search found it, in which case it need not begin with the typed text.
    var isFound = false
}

struct CompletionAnswer: Equatable, Sendable {
    var candidates: [CompletionCandidate] = []
    /// The kinds of files for the shell to offer.
    var paths: Paths?
    /// Whether the words need not begin with the typed text.
    var isInside = false

    enum Paths: Equatable, Sendable {
        /// Files with one of these extensions; all files if empty.
        case files([String])
        case folders
    }
}

extension CompletionAnswer {
    /// Returns the answer in the format that the shell's script reads.
    ///
    /// The first line says how to treat the other lines: with `files` and `folders`, the shell offers paths itself;
    /// after a `nospace` word, the user types on; `inside` words replace typed text that they need not begin with;
    /// `space` is everything else. The other lines are candidates; for zsh and fish, a tab and a description follow the
    /// word.
    func text(for request: CompletionRequest) -> String {
        switch paths {
        case .files(let extensions)?: return (["files"] + extensions).joined(separator: " ") + "\n"
        case .folders?: return "folders\n"
        case nil: break
        }
        let candidates = candidates.filter { TerminalText.isHarmless($0.word) }
        let isOpen = !candidates.isEmpty && candidates.allSatisfy { ":=,".contains($0.word.last ?? " ") }
        let lines: [String]
        if request.shell == .bash {
            lines =
                bashLines(candidates.map(\.word), for: request)
                // Readline cuts the typed text to the candidates' common prefix; with a blank they have none.
                + (isInside && candidates.count > 1 ? [" "] : [])
        } else {
            lines = candidates.map { candidate in
                let about = TerminalText.sanitized(candidate.description)
                return about.isEmpty ? candidate.word : "\(candidate.word)\t\(about)"
            }
        }
        return ([isOpen ? "nospace" : isInside ? "inside" : "space"] + lines).map { $0 + "\n" }.joined()
    }

    /// Returns candidates for bash, escaped once so that they survive the shell's own parsing.
    private func bashLines(_ words: [String], for request: CompletionRequest) -> [String] {
        let typed = request.current.dropFirst(request.kept.count)
        var ends = words.map { String($0.dropFirst(request.kept.count)) }
        // Readline replaces the typed text with the common prefix, which mixed case would shorten.
        if !isInside, ends.count > 1, let first = ends.first,
            !ends.allSatisfy({ $0.hasPrefix(first.prefix(typed.count)) })
        {
            ends = ends.map { String(typed) + $0.dropFirst(typed.count) }
        }
        return ends.map { Self.escaped($0, behind: request.quote) }
    }

    private static func escaped(_ text: String, behind quote: Character?) -> String {
        switch quote {
        case "'": text.replacing("'", with: "'\\''")
        case "\"":
            // Inside double quotes, a backslash before an exclamation mark would stay.
            text.replacing(/[\\"$`]/) { "\\\($0.output)" }.replacing("!", with: "\"'!'\"")
        default:
            text.replacing(/[\x00-\x7F--[A-Za-z0-9\-_.,\/:@%+=]]/.matchingSemantics(.unicodeScalar)) {
                "\\\($0.output)"
            }
        }
    }
}
