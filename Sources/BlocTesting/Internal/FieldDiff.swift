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
