/// What a walk through the order has met so far, and what follows from it for the rest and for the index.
struct SearchCostModel {
    /// The number of the term that holds for the fewest.
    private(set) var rarest = 0
    /// Up to how many for whom the rarest term holds it takes less to compare the other terms with them than to ask for
    /// all terms.
    private(set) var few = 0

    private let wanted: Int
    private let all: Double
    /// By term: the places looked at where it may hold, the rows read in which it holds, and what the index takes for one.
    private var possible: [Double]
    private var met: [Double]
    private let asking: [Double]
    private var looked = 0.0
    private var passed = 0.0
    private var read = 0.0
    private var found = 0.0

    init(_ terms: [SearchTerm], wanted: Int, all: Int64) {
        self.wanted = wanted
        self.all = Double(all)
        asking = terms.map { $0.isGathered ? SearchStrategy.gathering : SearchStrategy.asking }
        possible = Array(repeating: 0, count: terms.count)
        met = possible
    }

    /// Notes a place in the order, and which terms may hold there.
    ///
    /// - Returns: Whether all of them may.
    mutating func pass(_ initials: WordPrefixMask, _ terms: [SearchTerm]) -> Bool {
        passed += 1
        looked += 1
        var mayAllHold = true
        for (number, term) in terms.enumerated() {
            if term.mayHold(initials) { possible[number] += 1 } else { mayAllHold = false }
        }
        return mayAllHold
    }

    /// Notes so many places that were passed over or read since.
    mutating func skip(_ places: Int) { passed += Double(places) }

    /// Notes a row of which the words were read, and which terms hold for it.
    ///
    /// - Returns: Whether all of them do.
    mutating func read(_ words: [[String]], _ terms: [SearchTerm]) -> Bool {
        read += 1
        var doAllHold = true
        for (number, term) in terms.enumerated() {
            if term.holds(words) { met[number] += 1 } else { doAllHold = false }
        }
        return doAllHold
    }

    /// Notes one who is wanted.
    mutating func find() { found += 1 }

    /// Whether to ask the index takes less than to go on; says then what it is best asked.
    mutating func isIndexBetter() -> Bool {
        // Half a find more than there was: none so far does not mean that there is none.
        let rate = (found + 0.5) / passed
        let rest = min((Double(wanted) + 1 - found) / rate, all - passed)
        let walk = rest * (SearchStrategy.skipping + SearchStrategy.reading * read / passed)
        let counts = possible.indices.map { all * possible[$0] / looked * (met[$0] + 0.5) / (read + 1) }
        guard let rarest = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return false }
        let times = counts.indices.map { counts[$0] * asking[$0] }
        let told = min(all * rate, counts[rarest])
        let forAll = times.reduce(0, +) + SearchStrategy.ordering(wanted: wanted, found: told, all: all)
        let forRarest = times[rarest] + SearchStrategy.comparing * counts[rarest]
        guard min(forAll, forRarest) < walk else { return false }
        self.rarest = rarest
        few = Int((times.reduce(0, +) - times[rarest]) / SearchStrategy.comparing)
        return true
    }
}

/// How those whom a search finds are brought into the order of a page.
enum SearchStrategy: CaseIterable, Sendable {
    /// The search index is asked for all of them; the place of each in the order is looked up, and they are sorted.
    case sort
    /// The search index is asked for all of them; the order is walked through, and they are met in it.
    case walk
    /// The order is walked through, and the words of those are read whose initials allow it; the index is not asked.
    case compare

    /// Of the two that ask the index, the one that takes less to have `wanted` of `found` among `all` in their order.
    init(wanted: Int, found: Double, all: Double) {
        self = Self.sorting(found) <= Self.walking(to: wanted, of: found, all) ? .sort : .walk
    }

    /// The least time of the ways that ask the index, after it has answered.
    static func ordering(wanted: Int, found: Double, all: Double) -> Double {
        min(sorting(found), walking(to: wanted, of: found, all))
    }

    // In microseconds, as measured on a million contacts.

    /// What it takes the index to go by one who has a word.
    static let asking = 0.03
    /// The same where the word is the beginning of several, whose finds the index has to gather first.
    static let gathering = 0.08
    /// What it takes to be told of one by the index, and to put a bit for it.
    private static let hearing = 0.25
    /// What it takes to look up the place of one in the order, and to sort it.
    private static let placing = 5.0
    /// What it takes to go by a place in the order where not all terms can hold, and by one whose words are read.
    static let skipping = 0.15
    static let reading = 5.0
    /// What it takes to look up one for whom one of several terms holds, and to compare the others.
    static let comparing = 6.0

    private static func sorting(_ found: Double) -> Double { (hearing + placing) * found }

    private static func walking(to wanted: Int, of found: Double, _ all: Double) -> Double {
        hearing * found + skipping * min(Double(wanted) * all / max(found, 1), all)
    }
}
