/// The columns that a part of a view gets.
package enum Length: Sendable, Equatable {
    case fixed(Int)
    /// A share of what the others leave, by weight, and the least that is of use.
    case flexible(weight: Int = 1, minimum: Int = 1)
    /// What the widest content needs, up to a maximum; less where there is no room, but the minimum.
    case content(maximum: Int, minimum: Int = 8)

    /// The cells that it asks for before any are spare, given those of its content.
    func wanted(_ content: Int) -> Int {
        switch self {
        case .fixed(let count): max(0, count)
        case .flexible(_, let minimum): max(0, minimum)
        case .content(let maximum, _): min(maximum, content)
        }
    }

    /// The share of what is spare.
    private var weight: Int { if case .flexible(let weight, _) = self { max(0, weight) } else { 0 } }

    /// Divides cells among lengths, with a gap between each two.
    ///
    /// The widest of the parts that follow their content give way first. What does not fit then is taken from the end: a
    /// length may become 0, and its gap with it.
    ///
    /// - Returns: The start and the length of each part.
    static func divide(
        _ total: Int,
        among lengths: [Length],
        contents: [Int] = [],
        gap: Int
    ) -> [(start: Int, length: Int)] {
        let gaps = gap * max(0, lengths.count - 1)
        var wanted = lengths.enumerated().map { $1.wanted($0 < contents.count ? contents[$0] : 0) }
        while wanted.reduce(gaps, +) > total {
            let widest = lengths.indices.filter { index in
                if case .content(_, let minimum) = lengths[index] { wanted[index] > minimum } else { false }
            }
            guard let index = widest.max(by: { wanted[$0] < wanted[$1] }) else { break }
            wanted[index] -= 1
        }
        var spare = max(0, total - gaps - wanted.reduce(0, +))
        var weights = lengths.reduce(0) { $0 + $1.weight }
        for (index, length) in lengths.enumerated() where weights > 0 {
            let share = spare * length.weight / weights
            wanted[index] += share
            spare -= share
            weights -= length.weight
        }
        var start = 0
        return wanted.map { length in
            let kept = max(0, min(length, total - start))
            defer { start = min(total, start + kept + (kept > 0 ? gap : 0)) }
            return (start, kept)
        }
    }
}
