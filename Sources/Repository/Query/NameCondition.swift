/// Words to look for in the names under which contacts are sorted: given name and family name, or what stands in for them.
///
/// A search that lists matches in names first has two filters, one with the condition and one with its opposite. The order of
/// a list has these names, so that no contact has to be read to find them.
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
    /// The words of one way to write a term; the last may be a prefix.
    private struct Phrase {
        let words: [[UInt8]]
        let isWhole: Bool
    }

    /// By term, the ways to write it.
    private let terms: [[Phrase]]
    /// Whether a match is one without the terms.
    private let isExcluded: Bool

    init(_ condition: NameCondition) {
        isExcluded = condition.isExcluded
        terms = condition.terms.map { term in
            let word = SearchWord(term.text, isWhole: term.isPhrase)
            return word?.phrases.map { Phrase(words: $0.map { Array($0.utf8) }, isWhole: term.isPhrase) } ?? []
        }
    }

    /// How many terms it has.
    var count: Int { terms.count }

    /// Whether the condition holds for a sort key by name (``SortKeys``).
    func matches(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { matches($0) }
    }

    /// Whether the condition holds for the bytes of a sort key by name (``SortKeys``).
    func matches(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let hasAll = terms.allSatisfy { phrases in
            phrases.contains { phrase in
                phrase.words.indices.allSatisfy { index in
                    let mayBePrefix = !phrase.isWhole && index == phrase.words.count - 1
                    return Self.has(phrase.words[index], in: key, asPrefix: mayBePrefix)
                }
            }
        }
        return hasAll != isExcluded
    }

    /// Whether a word of the key is the wanted one, or begins with it.
    private static func has(_ wanted: [UInt8], in key: UnsafeBufferPointer<UInt8>, asPrefix: Bool) -> Bool {
        wanted.withUnsafeBufferPointer { wanted in
            // Before the names there is a digit that orders names and none.
            var start = 1
            while start < key.count {
                var (place, equal) = (start, 0)
                while place < key.count, equal < wanted.count {
                    // Words have no apostrophes: they are left out, and part no words.
                    if isApostrophe(key[place]) {
                        place += 1
                    } else if key[place] == wanted[equal] {
                        place += 1
                        equal += 1
                    } else {
                        break
                    }
                }
                while place < key.count, isApostrophe(key[place]) { place += 1 }
                let isEnd = place >= key.count || !isLetter(key[place])
                if equal == wanted.count, asPrefix || isEnd { return true }
                while place < key.count, isLetter(key[place]) || isApostrophe(key[place]) { place += 1 }
                while place < key.count, !isLetter(key[place]) { place += 1 }
                start = max(place, start + 1)
            }
            return false
        }
    }

    /// What every matching name has of the beginnings of its words.
    var initials: NameInitials {
        guard !isExcluded else { return NameInitials(word: []) }
        return .union(
            terms.map { phrases in
                .intersection(phrases.map { phrase in .union(phrase.words.map(NameInitials.init(word:))) })
            }
        )
    }

    /// Whether the byte belongs to a word, or to one with an apostrophe in it.
    static func isInWord(_ byte: UInt8) -> Bool { isLetter(byte) || isApostrophe(byte) }

    static func isApostrophe(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 128 || SearchWords.isASCIIWord(byte) }
}
