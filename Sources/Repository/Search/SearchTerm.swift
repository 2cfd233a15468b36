/// A search condition on the words of a contact, evaluated by the search index or in memory.
indirect enum SearchTerm: Equatable, Sendable {
    /// The word, with its parts side by side.
    case word(SearchWord)
    /// The parts of the word in any place: also matches contacts that have them in different fields.
    case parts(SearchWord)
    case all([SearchTerm])
    case any([SearchTerm])

    /// The FTS5 query.
    var match: String {
        switch self {
        case .word(let word): SearchMatch.word(word)
        case .parts(let word): SearchMatch.parts(word)
        case .all(let terms): SearchMatch.all(terms.map(\.match))
        case .any(let terms): SearchMatch.any(terms.map(\.match))
        }
    }

    /// Whether the index has to merge the row lists of several words, as for most prefixes.
    var needsMerge: Bool {
        switch self {
        case .word(let word): word.phrases.contains { SearchMatch.needsMerge($0, isWhole: word.isWhole) }
        case .parts(let word): word.phrases.contains { SearchMatch.needsMerge($0.suffix(1), isWhole: word.isWhole) }
        case .all(let terms), .any(let terms): terms.contains { $0.needsMerge }
        }
    }

    /// The length in bytes of its shortest prefix; `Int.max` when it has whole words alone.
    var shortestPrefix: Int {
        switch self {
        case .word(let word), .parts(let word):
            word.isWhole ? .max : word.spellings.map { $0.last?.count ?? 0 }.min() ?? .max
        case .all(let terms), .any(let terms): terms.map(\.shortestPrefix).min() ?? .max
        }
    }

    /// The terms that all have to match for this one to match.
    var conjuncts: [SearchTerm] {
        if case .all(let terms) = self { terms.flatMap(\.conjuncts) } else { [self] }
    }

    /// Whether it may match a contact with this prefix mask; like a Bloom filter, `false` is certain.
    func mayMatch(_ mask: WordPrefixMask) -> Bool {
        switch self {
        case .word(let word), .parts(let word): word.prefixMasks.contains { mask.contains($0) }
        case .all(let terms): terms.allSatisfy { $0.mayMatch(mask) }
        case .any(let terms): terms.contains { $0.mayMatch(mask) }
        }
    }

    /// The prefix mask bits that every match has.
    var requiredMask: WordPrefixMask {
        switch self {
        case .word(let word), .parts(let word): WordPrefixMask(sharedBy: word.prefixMasks)
        case .all(let terms): WordPrefixMask(of: terms.map(\.requiredMask))
        case .any(let terms): WordPrefixMask(sharedBy: terms.map(\.requiredMask))
        }
    }

    /// Whether it matches a contact with these words.
    func matches(_ words: SearchedTexts) -> Bool {
        switch self {
        case .word(let word): words.has(word)
        case .parts(let word): words.hasParts(word)
        case .all(let terms): terms.allSatisfy { $0.matches(words) }
        case .any(let terms): terms.contains { $0.matches(words) }
        }
    }
}

/// Builds FTS5 queries; user text is always quoted, so none of it is parsed as syntax.
enum SearchMatch {
    /// Matches the word.
    static func word(_ word: SearchWord) -> String {
        any(word.phrases.map { phrase in quoted(phrase, isWhole: word.isWhole) })
    }

    /// Matches all parts of one of the phrases in any place.
    static func parts(_ word: SearchWord) -> String {
        any(
            word.phrases.map { phrase in
                all(phrase.enumerated().map { quoted([$1], isWhole: word.isWhole || $0 < phrase.count - 1) })
            }
        )
    }

    /// Matches what all of the queries match.
    static func all(_ queries: [String]) -> String { joined(queries, by: " AND ") }

    /// Matches what any of the queries matches.
    static func any(_ queries: [String]) -> String { joined(queries, by: " OR ") }

    private static func joined(_ queries: [String], by separator: String) -> String {
        queries.count == 1 ? queries[0] : "(\(queries.joined(separator: separator)))"
    }

    /// Whether the index has to merge row lists for the phrase: it has whole words and prefix tokens only.
    static func needsMerge(_ phrase: some RandomAccessCollection<String>, isWhole: Bool) -> Bool {
        !isWhole && prefixToken(phrase) == nil
    }

    private static func quoted(_ phrase: [String], isWhole: Bool) -> String {
        guard !isWhole else { return "\"\(phrase.joined(separator: " "))\"" }
        return prefixToken(phrase).map { "\"\($0)\"" } ?? "\"\(phrase.joined(separator: " "))\" *"
    }

    /// The prefix token for a phrase of a single word, if the index has one.
    private static func prefixToken(_ phrase: some RandomAccessCollection<String>) -> String? {
        phrase.count == 1 ? phrase.first.flatMap { PrefixToken.token(for: $0) } : nil
    }
}
