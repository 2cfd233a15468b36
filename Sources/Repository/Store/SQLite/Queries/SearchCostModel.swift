/// The cost model of a search: estimates from a scanned sample whether the search index is cheaper than going on.
struct SearchCostModel {
    /// The number of the term with the fewest estimated matches.
    private(set) var rarest = 0
    /// Below this many matches of the rarest term, filtering those rows in memory is cheaper than querying all terms.
    private(set) var filterLimit = 0

    private let wanted: Int
    private let all: Double
    /// Whether the rows of the index are also compared by their names, so that fewer are of use than it returns.
    private let hasNames: Bool
    /// By term: the sampled rows whose mask admits it, the read rows that match it, and the index's cost for a match.
    private var possible: [Double]
    private var matched: [Double]
    private let matchCosts: [Double]
    private var sampled = 0.0
    private var passed = 0.0
    private var read = 0.0
    /// The read rows that a scan would not have read.
    private var extra = 0.0
    private var found = 0.0

    init(_ terms: [SearchTerm], wanted: Int, all: Int64, hasNames: Bool = false) {
        self.wanted = wanted
        self.hasNames = hasNames
        self.all = Double(all)
        matchCosts = terms.map { $0.needsMerge ? SearchStrategy.mergedMatch : SearchStrategy.match }
        possible = Array(repeating: 0, count: terms.count)
        matched = possible
    }

    /// Records the prefix mask of a sampled row.
    ///
    /// - Returns: Whether the mask admits all terms.
    mutating func pass(_ mask: WordPrefixMask, _ terms: [SearchTerm]) -> Bool {
        passed += 1
        sampled += 1
        var mayAllMatch = true
        for (number, term) in terms.enumerated() {
            if term.mayMatch(mask) { possible[number] += 1 } else { mayAllMatch = false }
        }
        return mayAllMatch
    }

    /// Records that the scan has passed that many rows.
    mutating func skip(_ rows: Int) { passed += Double(rows) }

    /// Records the words of a row that was read.
    ///
    /// - Returns: Whether all terms match.
    mutating func read(_ words: SearchedTexts, _ terms: [SearchTerm]) -> Bool {
        read += 1
        var doAllMatch = true
        for (number, term) in terms.enumerated() {
            if term.matches(words) { matched[number] += 1 } else { doAllMatch = false }
        }
        return doAllMatch
    }

    /// Records the words of a row that was read for the estimate alone.
    mutating func sample(_ words: SearchedTexts, _ terms: [SearchTerm]) {
        _ = read(words, terms)
        extra += 1
    }

    /// Records a contact that was added to the page.
    mutating func find() { found += 1 }

    /// Compares the estimated cost of the rest of the scan with that of the index; sets ``rarest`` and ``filterLimit``.
    mutating func isIndexBetter() -> Bool {
        // Half a match more than was found: no match so far does not mean that there is none.
        let rate = (found + 0.5) / passed
        let rest = min((Double(wanted) + 1 - found) / rate, all - passed)
        let scan = rest * (SearchStrategy.skip + SearchStrategy.read * (read - extra) / passed)
        let counts = possible.indices.map { all * possible[$0] / sampled * (matched[$0] + 0.5) / (read + 1) }
        guard let rarest = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return false }
        let costs = counts.indices.map { counts[$0] * matchCosts[$0] }
        let returned = hasNames ? counts[rarest] : min(all * rate, counts[rarest])
        let forAll = costs.reduce(0, +) + SearchStrategy.ordering(wanted: wanted, found: returned, all: all)
        let forRarest = costs[rarest] + SearchStrategy.filter * counts[rarest]
        guard min(forAll, forRarest) < scan else { return false }
        self.rarest = rarest
        filterLimit = Int((costs.reduce(0, +) - costs[rarest]) / SearchStrategy.filter)
        return true
    }
}

/// How the matches of a search are brought into the order of a page.
enum SearchStrategy: CaseIterable, Sendable {
    /// Queries the index, looks up the position of each match, and sorts the matches.
    case sort
    /// Queries the index, and scans the order for the matches.
    case scanForMatches
    /// Scans the order, and compares the words of the rows whose prefix masks admit all terms; without the index.
    case scan

    /// Chooses the cheaper strategy with the index to get the first `wanted` of `found` matches among `all` rows.
    init(wanted: Int, found: Double, all: Double) {
        self = Self.sorting(found) <= Self.scanning(to: wanted, of: found, all) ? .sort : .scanForMatches
    }

    /// The cost of the cheaper strategy with the index, after the query of the index.
    static func ordering(wanted: Int, found: Double, all: Double) -> Double {
        min(sorting(found), scanning(to: wanted, of: found, all))
    }

    // Costs in microseconds, measured on a million contacts.

    /// The index's cost for a match of one word.
    static let match = 0.03
    /// The index's cost for a match of a prefix, for which it merges the row lists of several words.
    static let mergedMatch = 0.08
    /// The cost of receiving a match from the index and setting its bit in the bitmap.
    private static let receive = 0.25
    /// The cost of looking up a match's position in the order and sorting it.
    private static let place = 5.0
    /// The cost of passing a row whose mask excludes a term.
    static let skip = 0.15
    /// The cost of reading and comparing a row's words.
    static let read = 5.0
    /// The cost of looking up a match of one term and comparing the other terms in memory.
    static let filter = 6.0

    private static func sorting(_ found: Double) -> Double { (receive + place) * found }

    private static func scanning(to wanted: Int, of found: Double, _ all: Double) -> Double {
        receive * found + skip * min(Double(wanted) * all / max(found, 1), all)
    }
}
