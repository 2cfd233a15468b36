/// The fields in which two values of one type differ, however deep they are.
struct FieldDiff {
    /// More lines than this are counted instead of shown.
    private static let mostLines = 20

    private var lines: [String] = []

    /// Returns a line for each field that differs: `.user.name: expected "Ada", got "Grace"`.
    ///
    /// Values that have no fields, or whose kinds differ, give no line.
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
        // The values have no parts, or none of these tells the difference.
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
            // Fields, or the only child of a case of an enumeration, which is what it holds.
            for (left, right) in zip(left, right) where left.label == right.label {
                compare(left.value, right.value, at: style == .optional ? path : path + name(of: left.label))
            }
        }
    }

    private mutating func compareElements(_ expected: [Any], _ actual: [Any], at path: String) {
        for line in LineDiff(expected: expected, actual: actual, matches: areSame).lines {
            switch (line.expected, line.actual) {
            case (let index?, nil): lines.append("\(path)[\(index)]: missing \(text(expected[index]))")
            case (nil, let index?): lines.append("\(path)[\(index)]: unexpected \(text(actual[index]))")
            default: break
            }
        }
    }

    private mutating func compareMembers(_ expected: [Any], _ actual: [Any], at path: String) {
        let missing = expected.filter { member in !actual.contains { areSame(member, $0) } }
        let unexpected = actual.filter { member in !expected.contains { areSame(member, $0) } }
        // A set has no order: the texts give one.
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

    /// The values of a dictionary, by the texts of their keys.
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

    private func text(_ value: Any) -> String {
        (value as? String)?.debugDescription ?? "\(value)"
    }
}

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
