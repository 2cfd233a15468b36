/// The difference between expected and actual values, line by line.
struct LineDiff: Equatable {
    /// One line.
    enum Line: Equatable {
        /// An expected value that came.
        case same(expected: Int, actual: Int)
        /// An expected value that did not come.
        case missing(expected: Int)
        /// A value that came and was not expected.
        case unexpected(actual: Int)
    }

    /// With more pairs than this, the middle is not compared pair by pair.
    private static let mostPairs = 1_000_000

    let lines: [Line]

    /// Compares the values, matching as many pairs as possible: a longest common subsequence.
    ///
    /// - Complexity: O(*n* × *m*) in the lengths between the common prefix and the common suffix.
    init<Expected, Actual>(
        expected: [Expected],
        actual: [Actual],
        matches: (Expected, Actual) -> Bool
    ) {
        var head = 0
        while head < min(expected.count, actual.count), matches(expected[head], actual[head]) { head += 1 }
        var tail = 0
        while tail < min(expected.count, actual.count) - head,
            matches(expected[expected.count - 1 - tail], actual[actual.count - 1 - tail])
        {
            tail += 1
        }
        let middle = LineDiff.middle(
            head..<(expected.count - tail),
            head..<(actual.count - tail)
        ) { matches(expected[$0], actual[$1]) }
        lines =
            (0..<head).map { .same(expected: $0, actual: $0) } + middle
            + (0..<tail).reversed().map { .same(expected: expected.count - 1 - $0, actual: actual.count - 1 - $0) }
    }

    var hasMissing: Bool {
        lines.contains { if case .missing = $0 { true } else { false } }
    }

    var hasUnexpected: Bool {
        lines.contains { if case .unexpected = $0 { true } else { false } }
    }

    private static func middle(
        _ expected: Range<Int>,
        _ actual: Range<Int>,
        matches: (Int, Int) -> Bool
    ) -> [Line] {
        guard expected.count * actual.count <= mostPairs else {
            return expected.map { .missing(expected: $0) } + actual.map { .unexpected(actual: $0) }
        }
        // The length of the longest common subsequence from each pair of positions on.
        var lengths = Array(repeating: Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
        for left in expected.indices.reversed() {
            for right in actual.indices.reversed() {
                let (row, column) = (left - expected.lowerBound, right - actual.lowerBound)
                lengths[row][column] =
                    matches(left, right)
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        return walk(expected, actual, lengths, matches: matches)
    }

    private static func walk(
        _ expected: Range<Int>,
        _ actual: Range<Int>,
        _ lengths: [[Int]],
        matches: (Int, Int) -> Bool
    ) -> [Line] {
        var lines: [Line] = []
        var (left, right) = (expected.lowerBound, actual.lowerBound)
        while left < expected.upperBound || right < actual.upperBound {
            let (row, column) = (left - expected.lowerBound, right - actual.lowerBound)
            if left < expected.upperBound, right < actual.upperBound, matches(left, right) {
                lines.append(.same(expected: left, actual: right))
                left += 1
                right += 1
            } else if right == actual.upperBound
                || (left < expected.upperBound && lengths[row + 1][column] >= lengths[row][column + 1])
            {
                lines.append(.missing(expected: left))
                left += 1
            } else {
                lines.append(.unexpected(actual: right))
                right += 1
            }
        }
        return lines
    }
}

/// The text of a difference.
enum DiffText {
    /// Returns the lines of the difference: missing values marked `-`, unexpected ones `+`.
    ///
    /// Where one value came in place of another, they stand together, and the fields that differ follow.
    static func text(_ diff: LineDiff, expected: [Any], actual: [Any]) -> String {
        var lines: [String] = []
        var missing: [Int] = []
        var unexpected: [Int] = []
        func showReplaced() {
            for index in 0..<max(missing.count, unexpected.count) {
                if index < missing.count { lines.append("    - \(expected[missing[index]])") }
                if index < unexpected.count { lines.append("    + \(actual[unexpected[index]])") }
                if index < min(missing.count, unexpected.count) {
                    let fields = FieldDiff.lines(expected: expected[missing[index]], actual: actual[unexpected[index]])
                    lines += fields.map { "          \($0)" }
                }
            }
            (missing, unexpected) = ([], [])
        }
        for line in diff.lines {
            switch line {
            case .same(_, let came):
                showReplaced()
                lines.append("      \(actual[came])")
            case .missing(let wanted):
                missing.append(wanted)
            case .unexpected(let came):
                unexpected.append(came)
            }
        }
        showReplaced()
        return lines.joined(separator: "\n")
    }
}

/// Compares two values of any types: with `==` if they are `Equatable`, otherwise by type and text.
func areSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    return type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    left == right as? Value
}
