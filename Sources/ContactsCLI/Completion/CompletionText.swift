import TerminalUI

/// A word that a shell may offer, with its description.
struct CompletionCandidate: Equatable, Sendable {
    /// The whole word that replaces the one under the cursor.
    var word: String
    /// The description; empty if the word needs none.
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
                BashText(request: request, isInside: isInside).lines(candidates.map(\.word))
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
}

/// Candidates as bash puts them on the command line: what it would change is escaped, once.
private struct BashText {
    let request: CompletionRequest
    let isInside: Bool

    func lines(_ words: [String]) -> [String] {
        let typed = request.current.dropFirst(request.kept.count)
        var ends = words.map { String($0.dropFirst(request.kept.count)) }
        // Readline replaces the typed text by what all candidates begin with, to the letter: in mixed case that is less.
        if !isInside, ends.count > 1, let first = ends.first,
            !ends.allSatisfy({ $0.hasPrefix(first.prefix(typed.count)) })
        {
            ends = ends.map { String(typed) + $0.dropFirst(typed.count) }
        }
        return ends.map(escaped)
    }

    private func escaped(_ text: String) -> String {
        switch request.quote {
        case "'": text.replacing("'", with: "'\\''")
        case "\"":
            text.reduce(into: "") { result, character in
                switch character {
                case "\\", "\"", "$", "`": result += "\\\(character)"
                // Between double quotation marks, a backslash before it would stay.
                case "!": result += "\"'!'\""
                default: result.append(character)
                }
            }
        default:
            text.unicodeScalars.reduce(into: "") { result, scalar in
                let isPlain =
                    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "-_.,/:@%+=".unicodeScalars.contains(scalar)
                result += isPlain ? String(scalar) : "\\\(scalar)"
            }
        }
    }
}
