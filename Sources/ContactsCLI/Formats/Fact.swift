import Exchange
import TerminalUI

/// A number, text or list of counts with a name for people and one for programs.
struct Fact: Sendable {
    let key: String
    let label: String
    let value: OutputValue

    init(_ key: String, _ label: String, _ value: OutputValue) {
        self.key = key
        self.label = label
        self.value = value
    }

    /// Counts by name, the largest first.
    init(_ key: String, _ label: String, _ counts: [String: Int]) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        self.init(key, label, .object(sorted.map { ($0.key, .number($0.value)) }))
    }
}

extension Report where Row == Fact {
    /// A report of facts: one object in JSON and YAML, lines of `key` and `value`.
    ///
    /// Counts of several names have a line each, with the name between key and value. A header and CSV need the same
    /// columns in all lines, so that the name is empty there for other facts.
    init(facts: [Fact]) {
        let width = facts.reduce(0) { max($0, DisplayWidth.columns(of: $1.label)) } + 3
        let hasNames = facts.contains { if case .object = $0.value { true } else { false } }
        self.init(
            [Column("key") { .text($0.key) }, Column("value") { $0.value }],
            lines: Table(names: hasNames ? ["key", "name", "value"] : ["key", "value"]) {
                $0.cells(hasNames: hasNames)
            },
            text: { fact, _ in fact.text(width: width) }
        )
        textSeparator = ""
        shape = .object { ($0.key, $0.value) }
    }
}

extension Fact {
    /// The lines of the fact; the name is only there for the counts of several names.
    fileprivate func cells(hasNames: Bool) -> [[String?]] {
        switch value {
        case .object(let counts): counts.map { [key, $0.key, $0.value.line(separator: ",")] }
        // Not “yes” as in lists: lines of facts have always had the words of JSON.
        case .flag(let flag): [[key] + (hasNames ? [nil] : []) + [String(flag)]]
        default: [[key] + (hasNames ? [nil] : []) + [value.line(separator: ",")]]
        }
    }

    /// The label and the value, which begins in the column `width`; counts of names follow, a line each.
    fileprivate func text(width: Int) -> String {
        let shown =
            switch value {
            case .object(let counts): counts.isEmpty ? "none" : String(counts.count)
            case .unknown: "unknown"
            default: TerminalText.sanitized(value.line(separator: ", "))
            }
        let padding = String(repeating: " ", count: max(1, width - 1 - DisplayWidth.columns(of: label)))
        let first = "\(label):\(padding)\(shown)\n"
        guard case .object(let counts) = value else { return first }
        return counts.reduce(into: first) { text, count in
            text += "  \(TerminalText.sanitized(count.key)): \(count.value.line(separator: ","))\n"
        }
    }
}
