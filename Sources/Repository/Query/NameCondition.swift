/// Words to look for in the names under which contacts are sorted: given name and family name, or what stands in for them.
///
/// A search that lists matches in names first has two filters, one with the condition and one with its opposite.
public struct NameCondition: Hashable, Codable, Sendable {
    /// The terms, each of which the name has, in any order; their fields are not regarded.
    public var terms: [ContactTerm]
    /// Whether the contacts match whose names do not have all of the terms.
    public var isExcluded: Bool

    /// Creates a condition.
    public init(_ terms: [ContactTerm], isExcluded: Bool = false) {
        self.terms = terms
        self.isExcluded = isExcluded
    }
}

/// A ``NameCondition`` prepared for comparison with many names.
struct NameMatcher: Sendable {
    /// The words of the terms; `nil` for a term without a word, which no name has.
    let words: [SearchWord?]
    /// Whether a match is one without the terms.
    let isExcluded: Bool

    init(_ condition: NameCondition) {
        isExcluded = condition.isExcluded
        words = condition.terms.map { SearchWord($0.text, isWhole: $0.isPhrase) }
    }

    /// Whether the condition holds for a sort key by name (``SortKeys``).
    func matches(_ key: String) -> Bool {
        // The digit before the names sorts contacts with a name before those without. Apostrophes separate no words. The
        // search index has the names without both, too (`search_name`).
        let tokens = SearchWords.tokens(key.dropFirst().filter { $0 != "'" && $0 != "`" })
        return words.allSatisfy { $0?.hasParts(in: tokens) ?? false } != isExcluded
    }
}
