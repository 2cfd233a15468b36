/// A word to search for: alternative phrases, of which at least one has to match.
package struct SearchWord: Equatable, Sendable {
    /// The phrases: folded to plain Latin letters, as typed where that differs, and other forms of a phone number.
    package let phrases: [[String]]
    /// Whether the last part is a whole word; otherwise it is a prefix.
    package let isWhole: Bool
    /// By phrase, the prefix mask bits of every contact that matches it.
    let prefixMasks: [WordPrefixMask]

    /// The most characters of a word; more are ignored.
    private static let limit = 200

    /// Creates a word; `nil` when the text has neither a letter nor a digit.
    package init?(_ text: String, isWhole: Bool = false) {
        let text = String(text.prefix(Self.limit))
        var phrases = [SearchWords.tokens(SearchWords.folded(text))]
        if !text.utf8.allSatisfy({ $0 < 128 }) { phrases.append(SearchWords.tokens(SearchWords.written(text))) }
        phrases += Self.numbers(text).map { [$0] }
        self.phrases = phrases.reduce(into: []) { found, phrase in
            if !phrase.isEmpty, !found.contains(phrase) { found.append(phrase) }
        }
        self.isWhole = isWhole
        prefixMasks = self.phrases.map { WordPrefixMask($0, isWhole: isWhole) }
        guard !self.phrases.isEmpty else { return nil }
    }

    /// Whether one of the phrases occurs in one of the texts.
    package func isFound(in texts: [[String]]) -> Bool {
        phrases.contains { phrase in texts.contains { contains(phrase, in: $0) } }
    }

    /// Whether all parts of one of the phrases occur in the texts, in any place.
    func arePartsFound(in texts: [[String]]) -> Bool {
        phrases.contains { phrase in
            phrase.indices.allSatisfy { index in
                texts.contains { $0.contains { fits($0, phrase, index) } }
            }
        }
    }

    /// The forms of a phone number to search for: its digits, and its digits without country code and trunk zero.
    private static func numbers(_ text: String) -> [String] {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || " +()-./".utf8.contains($0) }
        // Shorter numbers are house numbers and postcodes.
        guard isNumber, let key = PhoneKey(text), key.digits.utf8.count >= 6 else { return [] }
        let isBridged = (key.isInternational || key.hasTrunkZero) && key.significant.utf8.count >= 5
        return [key.digits] + (isBridged ? [key.significant] : [])
    }

    private func contains(_ phrase: [String], in tokens: [String]) -> Bool {
        guard tokens.count >= phrase.count else { return false }
        return (0...tokens.count - phrase.count).contains { start in
            zip(phrase.indices, tokens[start...]).allSatisfy { index, token in fits(token, phrase, index) }
        }
    }

    private func fits(_ token: String, _ phrase: [String], _ index: Int) -> Bool {
        guard index == phrase.count - 1, !isWhole else { return token == phrase[index] }
        // Compared by bytes, like the index: in some scripts the typed text ends within a character.
        return token.utf8.starts(with: phrase[index].utf8)
    }
}

/// A typed search text: all of its words have to match, in any order, each as a prefix.
package struct SearchQuery: Equatable, Sendable {
    /// The words; empty when there is nothing to search for.
    package let words: [SearchWord]

    /// The most words; more are ignored.
    private static let limit = 16

    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(Self.limit).compactMap { SearchWord(String($0)) }
    }
}
