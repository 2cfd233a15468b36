import ArgumentParser
import Foundation
import Repository

/// The forms in which the steps of history can be asked for.
enum HistoryFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case tsv
    case json

    /// The columns of the lines, in their order.
    static let columns = ["step", "date", "title", "contacts", "undone"]

    /// The steps in this form, in the order given.
    func bytes(of steps: [HistoryStep], for screen: Screen) -> [UInt8] {
        switch self {
        case .table: Array(Self.table(of: steps).utf8)
        case .tsv: Array(Self.lines(of: steps).utf8)
        case .json: Self.json(of: steps, for: screen)
        }
    }

    private static func values(of step: HistoryStep) -> [String] {
        [
            String(step.id), date(of: step), TerminalText.sanitized(step.title), String(step.contactCount),
            step.isUndone ? "yes" : "no",
        ]
    }

    private static func table(of steps: [HistoryStep]) -> String {
        guard !steps.isEmpty else { return "" }
        let rows = [columns.map { $0.uppercased() }] + steps.map(values)
        let widths = columns.indices.map { column in
            rows.reduce(0) { max($0, DisplayWidth.columns(of: $1[column])) }
        }
        return rows.reduce(into: "") { text, row in
            for (column, value) in row.enumerated() {
                text += value
                guard column < row.count - 1 else { continue }
                text += String(repeating: " ", count: widths[column] - DisplayWidth.columns(of: value) + 2)
            }
            text += "\n"
        }
    }

    private static func lines(of steps: [HistoryStep]) -> String {
        steps.reduce(into: "") { $0 += values(of: $1).joined(separator: "\t") + "\n" }
    }

    private static func json(of steps: [HistoryStep], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for step in steps {
            bytes += bytes.isEmpty ? "[\n".utf8 : ",\n".utf8
            bytes += "{\"step\":\(step.id),\"date\":".utf8
            text.append(date(of: step), to: &bytes)
            bytes += ",\"title\":".utf8
            text.append(step.title, to: &bytes)
            bytes += ",\"contacts\":\(step.contactCount),\"ids\":[".utf8
            for (index, id) in step.contacts.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                text.append(id.rawValue, to: &bytes)
            }
            bytes += "],\"undone\":\(step.isUndone)}".utf8
        }
        bytes += bytes.isEmpty ? "[]\n".utf8 : "\n]\n".utf8
        return bytes
    }

    /// The time in UTC with milliseconds, as ISO 8601 has it.
    private static func date(of step: HistoryStep) -> String {
        UTCDate(milliseconds: Int64((step.date.timeIntervalSince1970 * 1000).rounded()))?.timestamp ?? ""
    }
}
