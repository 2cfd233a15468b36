/// The difference between expected and actual values, line by line.
struct LineDiff: Equatable {
    /// The positions of the expected value and of the one that came; one of them is `nil` where a value is missing or was
    /// not expected.
    struct Line: Equatable {
        var expected: Int?
        var actual: Int?
    }

    /// With more pairs than this, the middle is not compared pair by pair.
    private static let mostPairs = 1_000_000

    let lines: [Line]

    /// Compares the values, matching as many pairs as possible.
    init<Expected, Actual>(
        expected: [Expected],
        actual: [Actual],
        matches: (Expected, Actual) -> Bool
    ) {
        let head = zip(expected, actual).prefix { matches($0, $1) }.count
        let tail = zip(expected.dropFirst(head).reversed(), actual.dropFirst(head).reversed())
            .prefix { matches($0, $1) }.count
        let middle = (expected: head..<(expected.count - tail), actual: head..<(actual.count - tail))
        var (missing, unexpected) = (Set(middle.expected), Set(middle.actual))
        if middle.expected.count * middle.actual.count <= Self.mostPairs {
            // The values may be of two types; so positions are compared, those of the actual ones as negative numbers.
            let difference = middle.actual.map { ~$0 }
                .difference(from: Array(middle.expected)) { matches(expected[max($0, $1)], actual[~min($0, $1)]) }
            (missing, unexpected) = ([], [])
            for change in difference {
                switch change {
                case .remove(_, let position, _): missing.insert(position)
                case .insert(_, let position, _): unexpected.insert(~position)
                }
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < expected.count || right < actual.count {
            if missing.contains(left) {
                lines.append(Line(expected: left))
                left += 1
            } else if unexpected.contains(right) {
                lines.append(Line(actual: right))
                right += 1
            } else {
                lines.append(Line(expected: left, actual: right))
                left += 1
                right += 1
            }
        }
        self.lines = lines
    }

    var hasMissing: Bool { lines.contains { $0.actual == nil } }

    var hasUnexpected: Bool { lines.contains { $0.expected == nil } }

    /// Returns the lines of the difference as text: missing values marked `-`, unexpected ones `+`.
    ///
    /// Where one value came in place of another, they stand together, and the fields that differ follow.
    func text(expected: [Any], actual: [Any]) -> String {
        var text: [String] = []
        var missing: [Int] = []
        var unexpected: [Int] = []
        func showReplaced() {
            for index in 0..<max(missing.count, unexpected.count) {
                if index < missing.count { text.append("    - \(expected[missing[index]])") }
                if index < unexpected.count { text.append("    + \(actual[unexpected[index]])") }
                if index < min(missing.count, unexpected.count) {
                    let fields = FieldDiff.lines(expected: expected[missing[index]], actual: actual[unexpected[index]])
                    text += fields.map { "          \($0)" }
                }
            }
            (missing, unexpected) = ([], [])
        }
        for line in lines {
            switch (line.expected, line.actual) {
            case (let wanted?, nil): missing.append(wanted)
            case (nil, let came?): unexpected.append(came)
            default:
                showReplaced()
                text += line.actual.map { ["      \(actual[$0])"] } ?? []
            }
        }
        showReplaced()
        return text.joined(separator: "\n")
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
