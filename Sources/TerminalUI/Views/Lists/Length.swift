/// The columns that a part of a view gets.
package enum Length: Sendable, Equatable {
    case fixed(Int)
    /// A share of what the others leave, by weight, and the least that is of use.
    case flexible(weight: Int = 1, minimum: Int = 1)

    /// Divides cells among lengths, with a gap between each two.
    ///
    /// What does not fit is taken from the end: a length may become 0, and its gap with it.
    ///
    /// - Returns: The start and the length of each part.
    static func divide(_ total: Int, among lengths: [Length], gap: Int) -> [(start: Int, length: Int)] {
        let gaps = gap * max(0, lengths.count - 1)
        var wanted: [Int] = []
        var weights = 0
        for length in lengths {
            switch length {
            case .fixed(let count): wanted.append(max(0, count))
            case .flexible(let weight, let minimum):
                wanted.append(max(0, minimum))
                weights += max(0, weight)
            }
        }
        var spare = max(0, total - gaps - wanted.reduce(0, +))
        for (index, length) in lengths.enumerated() {
            guard case .flexible(let weight, _) = length, weights > 0 else { continue }
            let share = spare * max(0, weight) / weights
            wanted[index] += share
            spare -= share
            weights -= max(0, weight)
        }
        var start = 0
        return wanted.map { length in
            let kept = max(0, min(length, total - start))
            defer { start = min(total, start + kept + (kept > 0 ? gap : 0)) }
            return (start, kept)
        }
    }
}
