import Exchange

extension FramedWriter {
    /// Writes one JSON document, or one on each line (NDJSON): for each row, or for all rows that are members of one object.
    ///
    /// A document is an array with an object per line, or what else the report's shape says.
    init(json report: Report<Row>, eachOnItsLine: Bool = false, isForTerminal: Bool) {
        let text = JSONText(isForTerminal: isForTerminal)
        let append = { (row: Row, bytes: inout [UInt8]) in text.append(.object(report.members(of: row)), to: &bytes) }
        switch report.shape {
        case .object(let member):
            let lineBreak = eachOnItsLine ? "" : "\n"
            self.init(open: "{" + lineBreak, between: "," + lineBreak, close: lineBreak + "}\n", empty: "{}\n") {
                text.append(member($0), to: &$1)
            }
        case _ where eachOnItsLine:
            self.init {
                append($0, &$1)
                $1.append(UInt8(ascii: "\n"))
            }
        case .array: self.init(open: "[\n", between: ",\n", close: "\n]\n", empty: "[]\n", append: append)
        case .arrayUnder(let key):
            let open = "{\"\(key)\":["
            self.init(open: open + "\n", between: ",\n", close: "\n]}\n", empty: open + "]}\n", append: append)
        case .single: self.init(close: "\n", append: append)
        }
    }
}

extension JSONText {
    /// Adds an object whose members are lists or objects, with a line for each of their elements.
    func appendDocument(_ members: [(key: String, value: OutputValue)], to bytes: inout [UInt8]) {
        list(members, Self.braces, to: &bytes) { append($0, eachOnItsLine: true, to: &$1) }
        bytes.append(UInt8(ascii: "\n"))
    }
}
