/// Finds the name that a mistyped one probably means, for the “did you mean” in messages.
package enum NearestName {
    /// Names longer than this aren't typing errors; comparing them would only take time.
    private static let longest = 64

    /// Returns the name with the fewest typing errors (the first on a tie), or else the first name with this prefix.
    ///
    /// Case is ignored. Up to a third of the letters may be wrong, but at least one and at most `limit`: anything
    /// further away is a different word, and a wrong suggestion misleads. A prefix needs at least three letters;
    /// names in which it is a whole word come first: `add` finds `add-email` before `address`.
    package static func find(_ name: String, in names: [String], within limit: Int? = nil) -> String? {
        let letters = Array(name.lowercased().unicodeScalars)
        guard letters.count <= longest else { return nil }
        let limit = min(limit ?? .max, max(1, letters.count / 3))
        var best: (name: String, errors: Int)?
        for candidate in names {
            let errors = errors(between: letters, and: Array(candidate.lowercased().unicodeScalars))
            if errors <= limit, errors < best?.errors ?? .max { best = (candidate, errors) }
        }
        if let best { return best.name }
        guard letters.count >= 3 else { return nil }
        let longer = names.filter { $0.lowercased().unicodeScalars.starts(with: letters) }
        return longer.first { $0.dropFirst(name.count).first == "-" } ?? longer.first
    }

    /// Returns the optimal string alignment distance: letters inserted, removed, replaced, or swapped with a neighbor.
    @inlinable
    package static func errors<Letter: Equatable>(between left: [Letter], and right: [Letter]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var errors = min(last[column + 1] + 1, current[column] + 1, replaced)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    errors = min(errors, beforeLast[column - 1] + 1)
                }
                current.append(errors)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
