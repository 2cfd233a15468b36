/// What is asked of the words of a contact: the search index knows the answer, and so do the words.
indirect enum SearchTerm: Equatable, Sendable {
    /// The word, its parts side by side.
    case word(SearchWord)
    /// The parts of the word, wherever they stand: more than what has the word in one field.
    case parts(SearchWord)
    case all([SearchTerm])
    case any([SearchTerm])

    /// The query for the index.
    var match: String {
        switch self {
        case .word(let word): SearchMatch.word(word)
        case .parts(let word): SearchMatch.parts(word)
        case .all(let terms): SearchMatch.all(terms.map(\.match))
        case .any(let terms): SearchMatch.any(terms.map(\.match))
        }
    }

    /// Whether the index has to gather those for whom it holds: there are several words that begin so.
    var isGathered: Bool {
        switch self {
        case .word(let word): word.phrases.contains { SearchMatch.isGathered($0, isWhole: word.isWhole) }
        case .parts(let word): word.phrases.contains { SearchMatch.isGathered($0.suffix(1), isWhole: word.isWhole) }
        case .all(let terms), .any(let terms): terms.contains { $0.isGathered }
        }
    }

    /// The terms that all have to hold for this one to.
    var conjuncts: [SearchTerm] {
        if case .all(let terms) = self { terms.flatMap(\.conjuncts) } else { [self] }
    }

    /// Whether it may hold for somebody whose words begin so.
    func mayHold(_ initials: WordPrefixMask) -> Bool {
        switch self {
        case .word(let word), .parts(let word): word.initials.contains { initials.contains($0) }
        case .all(let terms): terms.allSatisfy { $0.mayHold(initials) }
        case .any(let terms): terms.contains { $0.mayHold(initials) }
        }
    }

    /// The initials of everybody for whom it holds.
    var needed: WordPrefixMask {
        switch self {
        case .word(let word), .parts(let word): WordPrefixMask(sharedBy: word.initials)
        case .all(let terms): WordPrefixMask(of: terms.map(\.needed))
        case .any(let terms): WordPrefixMask(sharedBy: terms.map(\.needed))
        }
    }

    /// Whether it holds for somebody with these words.
    func holds(_ words: [[String]]) -> Bool {
        switch self {
        case .word(let word): word.isFound(in: words)
        case .parts(let word): word.arePartsFound(in: words)
        case .all(let terms): terms.allSatisfy { $0.holds(words) }
        case .any(let terms): terms.contains { $0.holds(words) }
        }
    }
}

/// Queries for the search index; user text stands in quotes only, so that nothing of it is taken for syntax.
enum SearchMatch {
    /// Finds the word.
    static func word(_ word: SearchWord) -> String {
        any(word.phrases.map { phrase in quoted(phrase, isWhole: word.isWhole) })
    }

    /// Finds all parts of one of the runs, wherever they stand: more than what has the word in one field.
    static func parts(_ word: SearchWord) -> String {
        any(
            word.phrases.map { phrase in
                all(phrase.enumerated().map { quoted([$1], isWhole: word.isWhole || $0 < phrase.count - 1) })
            }
        )
    }

    /// Finds what all of them find.
    static func all(_ queries: [String]) -> String { joined(queries, by: " AND ") }

    /// Finds what one of them finds.
    static func any(_ queries: [String]) -> String { joined(queries, by: " OR ") }

    private static func joined(_ queries: [String], by separator: String) -> String {
        queries.count == 1 ? queries[0] : "(\(queries.joined(separator: separator)))"
    }

    /// Whether the index has to gather whom the run of parts finds: it knows whole words, and some beginnings.
    static func isGathered(_ phrase: some RandomAccessCollection<String>, isWhole: Bool) -> Bool {
        !isWhole && beginning(phrase) == nil
    }

    private static func quoted(_ phrase: [String], isWhole: Bool) -> String {
        guard !isWhole else { return "\"\(phrase.joined(separator: " "))\"" }
        return beginning(phrase).map { "\"\($0)\"" } ?? "\"\(phrase.joined(separator: " "))\" *"
    }

    /// The word that the index has for the beginning of one.
    private static func beginning(_ phrase: some RandomAccessCollection<String>) -> String? {
        phrase.count == 1 ? phrase.first.flatMap { PrefixToken.word(for: $0) } : nil
    }
}
