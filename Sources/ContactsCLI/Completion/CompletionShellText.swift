import ArgumentParser
import Repository

/// Candidates as the shell that asked reads them, a line each.
enum CompletionShellText {
    /// A word to offer, and what is said about it.
    struct Candidate: Equatable, Sendable {
        var word: String
        var description: String
    }

    /// The lines for the shell; without one that is known, plain words.
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

    /// Bash expands what it is given like a command line, so that a name could run a command.
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
