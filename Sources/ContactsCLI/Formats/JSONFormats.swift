import Exchange

/// Rows as JSON: an array with an object per line, or what else the report's shape says.
struct JSONWriter<Row>: ReportWriter {
    /// The text around and between the rows.
    private struct Frame {
        var open = ""
        var between = ""
        var behindEach = ""
        var close = ""
        /// The whole output if there are no rows.
        var empty = ""
    }

    private let report: Report<Row>
    private let frame: Frame
    private let text: JSONText
    private var isFirst = true

    /// Writes one document, or one on each line (NDJSON): for each row, or for all rows that are members of one object.
    init(_ report: Report<Row>, eachOnItsLine: Bool = false, isForTerminal: Bool) {
        frame =
            switch report.shape {
            case .object where eachOnItsLine: Frame(open: "{", between: ",", close: "}\n", empty: "{}\n")
            case _ where eachOnItsLine: Frame(behindEach: "\n")
            case .array: Frame(open: "[\n", between: ",\n", close: "\n]\n", empty: "[]\n")
            case .arrayUnder(let key):
                Frame(open: "{\"\(key)\":[\n", between: ",\n", close: "\n]}\n", empty: "{\"\(key)\":[]}\n")
            case .object: Frame(open: "{\n", between: ",\n", close: "\n}\n", empty: "{}\n")
            case .single: Frame(close: "\n")
            }
        self.report = report
        text = JSONText(isForTerminal: isForTerminal)
    }

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            bytes += (isFirst ? frame.open : frame.between).utf8
            isFirst = false
            if case .object(let member) = report.shape {
                text.append(member(row), to: &bytes)
            } else {
                text.append(.object(report.members(of: row)), to: &bytes)
            }
            bytes += frame.behindEach.utf8
        }
        return bytes
    }

    mutating func end() -> [UInt8] { Array((isFirst ? frame.empty : frame.close).utf8) }
}

extension JSONText {
    /// Adds an object whose members are lists or objects, with a line for each of their elements.
    func appendDocument(_ members: [(key: String, value: OutputValue)], to bytes: inout [UInt8]) {
        list(members, Self.braces, to: &bytes) { append($0, eachOnItsLine: true, to: &$1) }
        bytes.append(UInt8(ascii: "\n"))
    }
}
