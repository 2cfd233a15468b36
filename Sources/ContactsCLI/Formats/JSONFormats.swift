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

    private let frame: Frame
    private let append: @Sendable (Row, JSONText, inout [UInt8]) -> Void
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
        append = Self.append(report)
        text = JSONText(isForTerminal: isForTerminal)
    }

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            bytes += (isFirst ? frame.open : frame.between).utf8
            isFirst = false
            append(row, text, &bytes)
            bytes += frame.behindEach.utf8
        }
        return bytes
    }

    mutating func end() -> [UInt8] { Array((isFirst ? frame.empty : frame.close).utf8) }

    private static func append(_ report: Report<Row>) -> @Sendable (Row, JSONText, inout [UInt8]) -> Void {
        if case .object(let member) = report.shape {
            return { row, text, bytes in
                let (key, value) = member(row)
                text.append(key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                text.append(value, to: &bytes)
            }
        }
        if let object = report.object { return object }
        let columns = report.columns
        return { row, text, bytes in
            text.append(.object(columns.map { ($0.key, $0.value(row)) }), to: &bytes)
        }
    }
}

extension JSONText {
    /// Adds a value on one line.
    func append(_ value: OutputValue, to bytes: inout [UInt8]) {
        append(value, eachOnItsLine: false, to: &bytes)
    }

    /// Adds an object whose members are lists or objects, with a line for each of their elements.
    func appendDocument(_ members: [(key: String, value: OutputValue)], to bytes: inout [UInt8]) {
        appendElements(members, "{", "}", eachOnItsLine: false, to: &bytes) { member, bytes in
            append(member.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(member.value, eachOnItsLine: true, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func append(_ value: OutputValue, eachOnItsLine: Bool, to bytes: inout [UInt8]) {
        switch value {
        case .unknown: bytes += "null".utf8
        case .text(let text): append(text, to: &bytes)
        case .flag(let isSo): bytes += (isSo ? "true" : "false").utf8
        case .number(let number): bytes += String(number).utf8
        case .list(let values):
            appendElements(values, "[", "]", eachOnItsLine: eachOnItsLine, to: &bytes) { append($0, to: &$1) }
        case .object(let members):
            appendElements(members, "{", "}", eachOnItsLine: eachOnItsLine, to: &bytes) { member, bytes in
                append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member.value, to: &bytes)
            }
        }
    }

    private func appendElements<Element>(
        _ elements: [Element],
        _ opening: Unicode.Scalar,
        _ closing: Unicode.Scalar,
        eachOnItsLine: Bool,
        to bytes: inout [UInt8],
        _ append: (Element, inout [UInt8]) -> Void
    ) {
        let lineBreak = eachOnItsLine && !elements.isEmpty ? "\n" : ""
        bytes.append(UInt8(ascii: opening))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += lineBreak.utf8
            append(element, &bytes)
        }
        bytes += lineBreak.utf8
        bytes.append(UInt8(ascii: closing))
    }
}
