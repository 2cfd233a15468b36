/// The difference between what was expected and what came, line by line.
struct LineDiff: Equatable {
    /// One line.
    enum Line: Equatable {
        /// Expected, and it came.
        case same(expected: Int, actual: Int)
        /// Expected, and it did not come.
        case missing(expected: Int)
        /// It came, and nobody expected it.
        case unexpected(actual: Int)
    }

    /// Above this many pairs the middle is not compared pair by pair.
    private static let mostPairs = 1_000_000

    let lines: [Line]

    /// Compares, keeping as many pairs as possible.
    ///
    /// - Complexity: O(*n* × *m*) in what is between the common beginning and the common end.
    init<Expected, Actual>(
        expected: [Expected],
        actual: [Actual],
        fits: (Expected, Actual) -> Bool
    ) {
        var head = 0
        while head < min(expected.count, actual.count), fits(expected[head], actual[head]) { head += 1 }
        var tail = 0
        while tail < min(expected.count, actual.count) - head,
            fits(expected[expected.count - 1 - tail], actual[actual.count - 1 - tail])
        {
            tail += 1
        }
        let middle = LineDiff.middle(
            head..<(expected.count - tail),
            head..<(actual.count - tail)
        ) { fits(expected[$0], actual[$1]) }
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
        fits: (Int, Int) -> Bool
    ) -> [Line] {
        guard expected.count * actual.count <= mostPairs else {
            return expected.map { .missing(expected: $0) } + actual.map { .unexpected(actual: $0) }
        }
        // The longest common subsequence from each pair of positions on.
        var lengths = Array(repeating: Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
        for left in expected.indices.reversed() {
            for right in actual.indices.reversed() {
                let (row, column) = (left - expected.lowerBound, right - actual.lowerBound)
                lengths[row][column] =
                    fits(left, right)
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        return walk(expected, actual, lengths, fits: fits)
    }

    private static func walk(
        _ expected: Range<Int>,
        _ actual: Range<Int>,
        _ lengths: [[Int]],
        fits: (Int, Int) -> Bool
    ) -> [Line] {
        var lines: [Line] = []
        var (left, right) = (expected.lowerBound, actual.lowerBound)
        while left < expected.upperBound || right < actual.upperBound {
            let (row, column) = (left - expected.lowerBound, right - actual.lowerBound)
            if left < expected.upperBound, right < actual.upperBound, fits(left, right) {
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

/// Writes a difference for people.
enum DiffText {
    /// The lines of the difference, expected ones marked `-`, those that came `+`.
    ///
    /// Where one value came in place of another, the properties in which they differ follow.
    static func text(_ diff: LineDiff, expected: [Any], actual: [Any]) -> String {
        var lines: [String] = []
        for (index, line) in diff.lines.enumerated() {
            switch line {
            case .same(_, let came):
                lines.append("      \(actual[came])")
            case .missing(let wanted):
                lines.append("    - \(expected[wanted])")
            case .unexpected(let came):
                lines.append("    + \(actual[came])")
                if index > 0, case .missing(let wanted) = diff.lines[index - 1] {
                    lines += properties(expected[wanted], actual[came]).map { "          \($0)" }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The properties in which two values of one type differ.
    private static func properties(_ expected: Any, _ actual: Any) -> [String] {
        let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
        guard left.subjectType == right.subjectType, left.displayStyle == .struct, left.children.count > 1 else {
            return []
        }
        return zip(left.children, right.children).compactMap { left, right in
            guard let name = left.label, !areSame(left.value, right.value) else { return nil }
            return ".\(name): expected \(left.value), got \(right.value)"
        }
    }
}

/// Whether two values of any types are the same: equal when they can be compared, else of one type and text.
func areSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    return type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    left == right as? Value
}
