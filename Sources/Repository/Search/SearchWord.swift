/// A word to search for: alternative phrases, of which at least one has to match.
package struct SearchWord: Equatable, Sendable {
    /// The phrases: folded to plain Latin letters, as typed if that differs, and other forms of a phone number.
    package let phrases: [[String]]
    /// Whether the last part is a whole word; otherwise it is a prefix.
    package let isWhole: Bool
    /// The texts to search for inside of words; empty for a whole word, and for one that is too short.
    package let parts: [String]

    /// The maximum length of a word in characters; the rest is ignored.
    private static let limit = 200

    /// Creates a word; `nil` if the text has neither letters nor digits.
    package init?(_ text: String, isWhole: Bool = false) {
        let text = String(text.prefix(Self.limit))
        var spellings = [SearchWords.folded(text)]
        if !text.utf8.allSatisfy({ $0 < 128 }) {
            spellings += [SearchWords.written(text)] + (SearchWords.spelledOut(text).map { [$0] } ?? [])
        }
        // `mueller` also finds Muller, but `mue` isn't shortened yet, because `mu` would find too much.
        let short = SearchWords.unspelled(spellings[0], keepsEnd: true)
        if short != spellings[0] { spellings.append(short) }
        var phrases = spellings.map(SearchWords.tokens)
        phrases += Self.numbers(text).map { [$0] }
        parts = isWhole ? [] : Self.parts(spellings, text)
        self.phrases = phrases.reduce(into: []) { found, phrase in
            if !phrase.isEmpty, !found.contains(phrase) { found.append(phrase) }
        }
        self.isWhole = isWhole
        guard !self.phrases.isEmpty else { return nil }
    }

    /// The maximum number of words in a search; further ones are ignored.
    private static let wordLimit = 16

    /// Returns the words of a typed search, all of which must match, in any order, each as a prefix.
    static func words(of text: String) -> [SearchWord] {
        text.split(whereSeparator: \.isWhitespace).prefix(wordLimit).compactMap { SearchWord(String($0)) }
    }

    /// Returns whether the word occurs at the beginning of one of the words or, if `reach` allows it, inside one.
    func isFound(in words: SearchWords, _ reach: SearchReach) -> Bool {
        isFound(in: words) || reach != .starts && parts.contains { words.key.contains($0) || words.text.contains($0) }
    }

    /// Returns whether one of the phrases occurs among the words, with adjacent parts.
    func isFound(in words: SearchWords) -> Bool {
        [words.key, words.text].map(SearchWords.tokens).contains { tokens in
            phrases.contains { phrase in
                tokens.indices.contains { start in
                    phrase.count <= tokens.count - start
                        && phrase.indices.allSatisfy { isPart($0, of: phrase, in: tokens[start + $0]) }
                }
            }
        }
    }

    /// Returns whether the token equals this part of the phrase, or starts with it if it is the last part.
    ///
    /// Bytes are compared, because a typed prefix may end within a character.
    private func isPart(_ index: Int, of phrase: [String], in token: String) -> Bool {
        let mayBePrefix = !isWhole && index == phrase.count - 1
        return mayBePrefix
            ? token.utf8.starts(with: phrase[index].utf8) : token.utf8.elementsEqual(phrase[index].utf8)
    }

    /// The minimum length of a text to search for inside of words: the shortest that the trigram index can find.
    private static let shortestPart = 3

    /// Returns the spellings, and the digits of a partial number, that are long enough.
    private static func parts(_ spellings: [String], _ text: String) -> [String] {
        let digits = text.filter { ("0"..."9").contains($0) }
        let isNumber =
            !digits.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+()-./".utf8.contains($0) }
        let all = spellings + (isNumber ? [digits] : [])
        return all.reduce(into: []) { found, part in
            if part.unicodeScalars.count >= shortestPart, !found.contains(part) { found.append(part) }
        }
    }

    /// Returns the searched forms of a phone number: its digits, with and without country code and trunk zero.
    private static func numbers(_ text: String) -> [String] {
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || " +()-./".utf8.contains($0) }
        // Shorter numbers are house numbers and postcodes.
        guard isNumber, let key = PhoneKey(text), key.digits.utf8.count >= 6 else { return [] }
        let isBridged = (key.isInternational || key.hasTrunkZero) && key.significant.utf8.count >= 5
        return [key.digits] + (isBridged ? [key.significant] : [])
    }
}

/// A condition on a contact's words, as a query of the search index (FTS5).
///
/// Words are always quoted, so that user input is never parsed as syntax.
struct SearchTerm: Equatable, Sendable {
    /// The FTS5 query.
    let match: String

    /// Returns a query for the word, with adjacent parts.
    static func word(_ word: SearchWord) -> SearchTerm {
        any(word.phrases.map { SearchTerm(phrase: $0, isWhole: word.isWhole) })
    }

    /// Returns a query of the trigram index, for the word inside of words.
    static func inside(_ word: SearchWord) -> SearchTerm {
        any(word.parts.map { SearchTerm(match: "\"" + $0.replacing("\"", with: "\"\"") + "\"") })
    }

    /// Returns a query for the parts of the word in any position, even in different fields.
    static func parts(_ word: SearchWord) -> SearchTerm {
        any(
            word.phrases.map { phrase in
                all(
                    phrase.enumerated().map { index, part in
                        SearchTerm(phrase: [part], isWhole: word.isWhole || index < phrase.count - 1)
                    }
                )
            }
        )
    }

    static func all(_ terms: [SearchTerm]) -> SearchTerm { joined(terms, by: " AND ") }

    static func any(_ terms: [SearchTerm]) -> SearchTerm { joined(terms, by: " OR ") }

    private static func joined(_ terms: [SearchTerm], by separator: String) -> SearchTerm {
        terms.count == 1
            ? terms[0] : SearchTerm(match: "(\(terms.map(\.match).joined(separator: separator)))")
    }
}

extension SearchTerm {
    private init(phrase: [String], isWhole: Bool) {
        match = "\"\(phrase.joined(separator: " "))\"" + (isWhole ? "" : " *")
    }

    /// The term restricted to the searched fields.
    var inFields: SearchTerm { SearchTerm(match: "{search_key search_text} : (\(match))") }

    /// The term restricted to the names used for sorting.
    var inNames: SearchTerm { SearchTerm(match: "search_name : (\(match))") }

    /// Returns the term excluding the matches of another one.
    func without(_ other: SearchTerm) -> SearchTerm { SearchTerm(match: "(\(match)) NOT (\(other.match))") }
}
