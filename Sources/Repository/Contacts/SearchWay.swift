/// How those whom a search finds are brought into the order of a page.
enum SearchWay: CaseIterable, Sendable {
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
