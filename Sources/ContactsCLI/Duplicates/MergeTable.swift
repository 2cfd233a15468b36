import Repository
import TerminalUI

/// The contacts of a merge side by side, with what comes of it.
enum MergeTable {
    static func lines(of contacts: [Contact], merged: Contact, columns: Int = 80) -> [String] {
        let all = contacts + [merged]
        let values = all.map { contact in
            ContactDetails.lines(of: contact).filter { !["ID", "UID", "Edited", "Registered"].contains($0.label) }
        }
        var labels: [String] = []
        for lines in values {
            for line in lines where !line.value.isEmpty && !labels.contains(line.label) { labels.append(line.label) }
        }
        let width = max(8, (columns - 14) / all.count - 2)
        func row(_ label: String, _ cells: [String]) -> String {
            ([padded(label, 12)] + cells.map { padded($0, width) }).joined(separator: "  ").replacing(/[ ]+$/, with: "")
        }
        let heads = contacts.indices.map { "\($0 + 1)" } + ["MERGED"]
        return [row("", heads)]
            + labels.flatMap { label -> [String] in
                let cells = values.map { lines in
                    lines.filter { $0.label == label && !$0.value.isEmpty }
                        .flatMap { $0.value.split(whereSeparator: \.isNewline).map(String.init) }
                }
                let height = cells.map(\.count).max() ?? 0
                return (0..<height).map { index in
                    row(index == 0 ? label : "", cells.map { $0.indices.contains(index) ? $0[index] : "" })
                }
            }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        let shown = DisplayWidth.truncated(TerminalText.sanitized(text), to: width)
        return shown + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: shown)))
    }
}
