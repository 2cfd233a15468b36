/// Queries for the search index; user text stands in quotes only, so that nothing of it is taken for syntax.
enum SearchMatch {
    /// Finds the word.
    static func word(_ word: SearchWord) -> String {
        any(word.phrases.map { phrase in quoted(phrase.joined(separator: " "), isWhole: word.isWhole) })
    }

    /// Finds all parts of one of the runs, wherever they stand: more than what has the word in one field.
    static func parts(_ word: SearchWord) -> String {
        any(
            word.phrases.map { phrase in
                all(phrase.enumerated().map { quoted($1, isWhole: word.isWhole || $0 < phrase.count - 1) })
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

    private static func quoted(_ text: String, isWhole: Bool) -> String { "\"\(text)\"\(isWhole ? "" : " *")" }
}
