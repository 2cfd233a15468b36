/// A text as somebody types it, made into what is looked for: every word, in any order, each as the beginning of one.
package struct SearchQuery: Equatable, Sendable {
    /// A word: its parts one after the other, the last as a beginning.
    package struct Word: Equatable, Sendable {
        /// The parts in plain Latin letters.
        package let folded: [String]
        /// The parts as they were written, when that differs.
        package let written: [String]
    }

    /// The words; none when there is nothing to look for.
    package let words: [Word]

    /// More words than anybody types are left out.
    private static let limit = 16

    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(Self.limit).compactMap { word in
            let word = String(word.prefix(200))
            let folded = SearchWords.tokens(SearchWords.folded(word))
            guard !word.utf8.allSatisfy({ $0 < 128 }) else {
                return folded.isEmpty ? nil : Word(folded: folded, written: [])
            }
            let written = SearchWords.tokens(SearchWords.written(word))
            return folded.isEmpty && written.isEmpty ? nil : Word(folded: folded, written: written)
        }
    }

    /// The query for the index; user text stands in quotes only, so that nothing of it is taken for syntax.
    package var match: String {
        words.map { word in
            let phrases = [word.folded, word.written].filter { !$0.isEmpty }.map {
                "\"\($0.joined(separator: " "))\" *"
            }
            return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
        }.joined(separator: " AND ")
    }

    /// Whether the words are found, as the index finds them.
    package func matches(_ contact: Contact) -> Bool {
        let searched = SearchWords(contact)
        let columns = [SearchWords.tokens(searched.key), SearchWords.tokens(searched.text)]
        return words.allSatisfy { word in
            [word.folded, word.written].contains { phrase in
                !phrase.isEmpty && columns.contains { Self.contains(phrase, in: $0) }
            }
        }
    }

    private static func contains(_ phrase: [String], in tokens: [String]) -> Bool {
        guard tokens.count >= phrase.count else { return false }
        return (0...tokens.count - phrase.count).contains { start in
            zip(phrase.indices, tokens[start...]).allSatisfy { index, token in
                index == phrase.count - 1 ? token.hasPrefix(phrase[index]) : token == phrase[index]
            }
        }
    }
}
