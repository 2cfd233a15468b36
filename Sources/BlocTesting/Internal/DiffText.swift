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
