import TerminalUI

enum CompletingShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

/// A command line that a shell wants completed, up to the cursor.
///
/// The scripts of ``CompletionScripts`` call `contacts ---complete bash LINE WORD`, and
/// `contacts ---complete zsh|fish WORD… CURRENT` with the words behind the program's name as they were typed.
struct CompletionRequest: Equatable, Sendable {
    /// The first argument of such a call, which no command can have.
    static let marker = "---complete"

    let shell: CompletingShell
    /// The complete words before the cursor, without the program's name, quotation marks and backslashes.
    let words: [String]
    /// The word under the cursor up to it, without quotation marks and backslashes.
    let current: String
    /// The beginning of that word which the shell keeps: bash replaces only what follows a colon or an equals sign.
    let kept: String
    /// The quotation mark that is open where the replaced text begins.
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
    /// The word without the quotation marks and backslashes that a shell removes.
    private(set) var text = ""
    /// The quotation mark that is open at the end.
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

    /// Between quotation marks, a backslash before an ordinary character is a character itself.
    private func keepsBackslash(before character: Character) -> Bool {
        switch openQuote {
        case "\"": !"\\\"$`!".contains(character)
        case "'": !"\\'".contains(character)
        default: false
        }
    }

    /// The words of a line of bash as they were typed; the last one is empty behind a blank.
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
    /// The whole word that replaces the one under the cursor.
    var word: String
    var description = ""
    /// Whether a search found it, which need not begin with the text.
    var isFound = false
}

struct CompletionAnswer: Equatable, Sendable {
    var candidates: [CompletionCandidate] = []
    /// The files that the shell offers itself.
    var paths: Paths?
    /// Whether the words need not begin with what was typed.
    var isInside = false

    enum Paths: Equatable, Sendable {
        /// Files with one of these extensions; all files if empty.
        case files([String])
        case folders
    }
}

extension CompletionAnswer {
    /// The answer as the script of the shell reads it.
    ///
    /// The first line says what to do with the others: `files` and `folders` are offered by the shell, behind words of
    /// `nospace` more is typed, words of `inside` take the place of what they need not begin with, `space` is everything
    /// else. The other lines are candidates; for zsh and fish, a tab and a
    /// description follow the word.
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
                // Readline would leave of the typed text what several words begin with; with a blank they begin with nothing.
                + (isInside && candidates.count > 1 ? [" "] : [])
        } else {
            lines = candidates.map { candidate in
                let about = TerminalText.sanitized(candidate.description)
                return about.isEmpty ? candidate.word : "\(candidate.word)\t\(about)"
            }
        }
        return ([isOpen ? "nospace" : isInside ? "inside" : "space"] + lines).map { $0 + "\n" }.joined()
    }

    /// Candidates as bash puts them on the command line: what it would change is escaped, once.
    private func bashLines(_ words: [String], for request: CompletionRequest) -> [String] {
        let typed = request.current.dropFirst(request.kept.count)
        var ends = words.map { String($0.dropFirst(request.kept.count)) }
        // Readline replaces the typed text by what all candidates begin with, to the letter: in mixed case that is less.
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
            // Between double quotation marks, a backslash before an exclamation mark would stay.
            text.replacing(/[\\"$`]/) { "\\\($0.output)" }.replacing("!", with: "\"'!'\"")
        default:
            text.replacing(/[\x00-\x7F--[A-Za-z0-9\-_.,\/:@%+=]]/.matchingSemantics(.unicodeScalar)) {
                "\\\($0.output)"
            }
        }
    }
}
