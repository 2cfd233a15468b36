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
