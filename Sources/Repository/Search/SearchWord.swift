/// A word as it is looked for: runs of parts, of which one at least must be found.
package struct SearchWord: Equatable, Sendable {
    /// The runs: in plain Latin letters, as it was written where that differs, and other ways to write a number.
    package let phrases: [[String]]
    /// Whether the last part is a whole word; otherwise it is the beginning of one.
    package let isWhole: Bool
    /// How the words begin of whoever has one of the runs.
    let initials: [WordPrefixMask]

    /// More letters than anybody looks for are left out.
    private static let limit = 200

    /// The word; `nil` when there is neither a letter nor a digit in it.
    package init?(_ text: String, isWhole: Bool = false) {
        let text = String(text.prefix(Self.limit))
        var phrases = [SearchWords.tokens(SearchWords.folded(text))]
        if !text.utf8.allSatisfy({ $0 < 128 }) { phrases.append(SearchWords.tokens(SearchWords.written(text))) }
        phrases += Self.numbers(text).map { [$0] }
        self.phrases = phrases.reduce(into: []) { found, phrase in
            if !phrase.isEmpty, !found.contains(phrase) { found.append(phrase) }
        }
        self.isWhole = isWhole
        initials = self.phrases.map { WordPrefixMask($0, isWhole: isWhole) }
        guard !self.phrases.isEmpty else { return nil }
    }

    /// Whether one of the runs is in one of the texts.
    package func isFound(in texts: [[String]]) -> Bool {
        phrases.contains { phrase in texts.contains { contains(phrase, in: $0) } }
    }

    /// Whether all parts of one of the runs are in the texts, wherever they stand.
    func arePartsFound(in texts: [[String]]) -> Bool {
        phrases.contains { phrase in
            phrase.indices.allSatisfy { index in
                texts.contains { $0.contains { fits($0, phrase, index) } }
            }
        }
    }

    /// What to look for when the text is a telephone number: its digits without what stands between them, and without
    /// the code of a country.
    private static func numbers(_ text: String) -> [String] {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || " +()-./".utf8.contains($0) }
        // Shorter numbers are those of houses and postcodes.
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
        // As the index compares: in some scripts what is typed first is part of a character only.
        return token.utf8.starts(with: phrase[index].utf8)
    }
}

/// A text as somebody types it, made into what is looked for: every word, in any order, each as the beginning of one.
package struct SearchQuery: Equatable, Sendable {
    /// The words; none when there is nothing to look for.
    package let words: [SearchWord]

    /// More words than anybody types are left out.
    private static let limit = 16

    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(Self.limit).compactMap { SearchWord(String($0)) }
    }

    /// The query for the index.
    package var match: String { SearchTerm.all(words.map(SearchTerm.word)).match }
}
