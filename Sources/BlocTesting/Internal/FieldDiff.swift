/// The fields in which two values of the same type differ, at any depth.
struct FieldDiff {
    /// The maximum number of lines that are shown; the rest are only counted.
    private static let mostLines = 20

    private var lines: [String] = []

    /// Returns a line for each differing field: `.user.name: expected "Ada", got "Grace"`.
    ///
    /// Values without fields, or of different kinds, produce no lines.
    static func lines(expected: Any, actual: Any) -> [String] {
        var diff = FieldDiff()
        diff.compare(expected, actual, at: "")
        guard diff.lines.count > mostLines else { return diff.lines }
        return diff.lines.prefix(mostLines) + ["… and \(diff.lines.count - mostLines) more"]
    }

    private mutating func compare(_ expected: Any, _ actual: Any, at path: String) {
        if areSame(expected, actual) { return }
        let before = lines.count
        compareParts(Mirror(reflecting: expected), Mirror(reflecting: actual), at: path)
        // The values have no parts, or their parts don't show the difference.
        if lines.count == before, !path.isEmpty {
            lines.append("\(path): expected \(text(expected)), got \(text(actual))")
        }
    }

    private mutating func compareParts(_ expected: Mirror, _ actual: Mirror, at path: String) {
        guard expected.subjectType == actual.subjectType, let style = expected.displayStyle,
            style == actual.displayStyle
        else { return }
        let (left, right) = (Array(expected.children), Array(actual.children))
        switch style {
        case .set:
            compareMembers(left.map(\.value), right.map(\.value), at: path)
        case .dictionary:
            compareEntries(left.map(\.value), right.map(\.value), at: path)
        case .collection where left.count != right.count:
            compareElements(left.map(\.value), right.map(\.value), at: path)
        case .collection:
            for (index, (left, right)) in zip(left, right).enumerated() {
                compare(left.value, right.value, at: "\(path)[\(index)]")
            }
        default:
            // Fields, or the only child of an enumeration case, which holds its associated values.
            for (left, right) in zip(left, right) where left.label == right.label {
                compare(left.value, right.value, at: style == .optional ? path : path + name(of: left.label))
            }
        }
    }

    private mutating func compareElements(_ expected: [Any], _ actual: [Any], at path: String) {
        let diff = LineDiff(expected: expected, actual: actual, matches: areSame)
        lines += diff.missing.map { "\(path)[\($0)]: missing \(text(expected[$0]))" }
        lines += diff.unexpected.map { "\(path)[\($0)]: unexpected \(text(actual[$0]))" }
    }

    private mutating func compareMembers(_ expected: [Any], _ actual: [Any], at path: String) {
        let missing = expected.filter { member in !actual.contains { areSame(member, $0) } }
        let unexpected = actual.filter { member in !expected.contains { areSame(member, $0) } }
        // A set is unordered, so sort by text.
        lines += missing.map { "\(path): missing \(text($0))" }.sorted()
        lines += unexpected.map { "\(path): unexpected \(text($0))" }.sorted()
    }

    private mutating func compareEntries(_ expected: [Any], _ actual: [Any], at path: String) {
        let (left, right) = (entries(expected), entries(actual))
        for key in Set(left.keys).union(right.keys).sorted() {
            switch (left[key], right[key]) {
            case (let expected?, let actual?): compare(expected, actual, at: "\(path)[\(key)]")
            case (let expected?, nil): lines.append("\(path)[\(key)]: missing \(text(expected))")
            case (nil, let actual?): lines.append("\(path)[\(key)]: unexpected \(text(actual))")
            case (nil, nil): break
            }
        }
    }

    /// Returns the values of a dictionary, keyed by the texts of their keys.
    private func entries(_ children: [Any]) -> [String: Any] {
        var entries: [String: Any] = [:]
        for child in children {
            let parts = Array(Mirror(reflecting: child).children)
            if parts.count == 2 { entries[text(parts[0].value)] = parts[1].value }
        }
        return entries
    }

    private func name(of label: String?) -> String {
        guard let label else { return "" }
        return label.hasPrefix(".") ? label : ".\(label)"
    }

    private func text(_ value: Any) -> String { (value as? String)?.debugDescription ?? "\(value)" }
}

/// The difference between expected and actual values; all other values match, in order.
struct LineDiff {
    /// The maximum number of pairs for which the middle is compared pair by pair.
    private static let mostPairs = 1_000_000

    /// The indexes of expected values that are missing, in ascending order.
    private(set) var missing: [Int]
    /// The indexes of actual values that were not expected, in ascending order.
    private(set) var unexpected: [Int]

    /// Compares the values, matching as many pairs as possible.
    init<Expected, Actual>(
        expected: [Expected],
        actual: [Actual],
        matches: (Expected, Actual) -> Bool
    ) {
        let head = zip(expected, actual).prefix { matches($0, $1) }.count
        let tail = zip(expected.dropFirst(head).reversed(), actual.dropFirst(head).reversed())
            .prefix { matches($0, $1) }.count
        missing = Array(head..<(expected.count - tail))
        unexpected = Array(head..<(actual.count - tail))
        guard missing.count * unexpected.count <= Self.mostPairs else { return }
        // The values may be of two types, so indexes are compared instead; those of actual values are negative.
        let difference = unexpected.map { ~$0 }
            .difference(from: missing) { matches(expected[max($0, $1)], actual[~min($0, $1)]) }
        missing = difference.removals.compactMap { if case .remove(_, let position, _) = $0 { position } else { nil } }
        unexpected = difference.insertions.compactMap {
            if case .insert(_, let position, _) = $0 { ~position } else { nil }
        }
    }

    /// Returns the difference as lines of text: missing values are marked `-`, unexpected ones `+`.
    ///
    /// If one value replaces another, they are shown together, followed by the fields that differ.
    func text(expected: [Any], actual: [Any]) -> String {
        let (missing, unexpected) = (Set(missing), Set(unexpected))
        var text: [String] = []
        var (left, right) = (0, 0)
        while left < expected.count || right < actual.count {
            let removed = (left..<expected.count).prefix { missing.contains($0) }
            let added = (right..<actual.count).prefix { unexpected.contains($0) }
            for index in 0..<max(removed.count, added.count) {
                if index < removed.count { text.append("    - \(expected[left + index])") }
                if index < added.count { text.append("    + \(actual[right + index])") }
                if index < min(removed.count, added.count) {
                    let fields = FieldDiff.lines(expected: expected[left + index], actual: actual[right + index])
                    text += fields.map { "          \($0)" }
                }
            }
            // Next is a matching pair, or the end.
            (left, right) = (left + removed.count + 1, right + added.count + 1)
            if right <= actual.count { text.append("      \(actual[right - 1])") }
        }
        return text.joined(separator: "\n")
    }
}

/// Compares two values of any types: with `==` if they are `Equatable`, otherwise by type and text.
func areSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    return type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
