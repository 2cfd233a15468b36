/// A condition on the words of a contact, as a query of the search index (FTS5).
///
/// Words are always quoted, so that nothing a user types is read as syntax.
struct SearchTerm: Equatable, Sendable {
    /// The FTS5 query.
    let match: String

    /// The word, with its parts side by side.
    static func word(_ word: SearchWord) -> SearchTerm {
        any(word.phrases.map { SearchTerm(phrase: $0, isWhole: word.isWhole) })
    }

    /// The word inside of words, as a query of the index of parts.
    static func inside(_ word: SearchWord) -> SearchTerm {
        any(word.parts.map { SearchTerm(match: "\"" + $0.replacing("\"", with: "\"\"") + "\"") })
    }

    /// The parts of the word in any place: also matches contacts that have them in different fields.
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

    /// The term in the fields that are searched, all of them.
    var inFields: SearchTerm { SearchTerm(match: "{search_key search_text} : (\(match))") }

    /// The term in the names under which contacts are sorted.
    var inNames: SearchTerm { SearchTerm(match: "search_name : (\(match))") }

    /// The term without the matches of another one.
    func without(_ other: SearchTerm) -> SearchTerm { SearchTerm(match: "(\(match)) NOT (\(other.match))") }
}
