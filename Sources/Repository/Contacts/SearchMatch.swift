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
        phrase.count == 1 ? phrase.first.flatMap { WordBeginning.word(for: $0) } : nil
    }
}
