import Exchange

extension FramedWriter {
    /// Writes YAML: a sequence with a mapping for each row, or what else the report's shape says.
    init(yaml report: Report<Row>) {
        let text = YAMLText()
        switch report.shape {
        case .array: self.init(empty: "[]\n") { text.appendElement(report.members(of: $0), indent: 0, to: &$1) }
        case .arrayUnder(let key):
            self.init(open: "\(key):\n", empty: "\(key): []\n") {
                text.appendElement(report.members(of: $0), indent: 1, to: &$1)
            }
        case .object(let member): self.init(empty: "{}\n") { text.append([member($0)], to: &$1) }
        case .single: self.init(empty: "{}\n") { text.append(report.members(of: $0), to: &$1) }
        }
    }
}

/// Text in YAML, in quotation marks where those are needed.
struct YAMLText: Sendable {
    /// YAML allows no control characters in text either.
    private let text = JSONText(isForTerminal: true)

    /// Adds an element of a sequence that is a mapping.
    func appendElement(_ members: [(key: String, value: OutputValue)], indent: Int, to bytes: inout [UInt8]) {
        appendIndent(indent, to: &bytes)
        bytes += "- ".utf8
        append(members, indent: indent + 1, isBegun: true, to: &bytes)
    }

    /// Adds the lines of a mapping; behind a dash (`isBegun`), the first line is already indented.
    func append(
        _ members: [(key: String, value: OutputValue)],
        indent: Int = 0,
        isBegun: Bool = false,
        to bytes: inout [UInt8]
    ) {
        for (index, member) in members.enumerated() {
            if index > 0 || !isBegun { appendIndent(indent, to: &bytes) }
            appendKey(member.key, to: &bytes)
            append(member.value, indent: indent, to: &bytes)
        }
    }

    /// Adds the value after a colon, up to the end of its last line.
    private func append(_ value: OutputValue, indent: Int, to bytes: inout [UInt8]) {
        switch value {
        case .unknown: bytes += " null\n".utf8
        case .flag(let isSo): bytes += (isSo ? " true\n" : " false\n").utf8
        case .number(let number): bytes += " \(number)\n".utf8
        case .text(let value):
            bytes.append(UInt8(ascii: " "))
            appendScalar(value, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .list(let values) where values.isEmpty: bytes += " []\n".utf8
        case .object(let members) where members.isEmpty: bytes += " {}\n".utf8
        case .list(let values):
            bytes.append(UInt8(ascii: "\n"))
            for value in values {
                appendIndent(indent + 1, to: &bytes)
                bytes += "-".utf8
                if case .object(let members) = value {
                    bytes.append(UInt8(ascii: " "))
                    append(members, indent: indent + 2, isBegun: true, to: &bytes)
                } else {
                    append(value, indent: indent + 1, to: &bytes)
                }
            }
        case .object(let members):
            bytes.append(UInt8(ascii: "\n"))
            append(members, indent: indent + 1, to: &bytes)
        }
    }

    private func appendKey(_ key: String, to bytes: inout [UInt8]) {
        let isPlain =
            key.first?.isLetter == true && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
        if isPlain, !Self.words.contains(key.lowercased()) { bytes += key.utf8 } else { text.append(key, to: &bytes) }
        bytes.append(UInt8(ascii: ":"))
    }

    private func appendIndent(_ indent: Int, to bytes: inout [UInt8]) {
        bytes += repeatElement(UInt8(ascii: " "), count: indent * 2)
    }

    /// Adds letters and single blanks as they are, unless YAML would not take them for text; other text as in JSON,
    /// which is YAML too.
    private func appendScalar(_ value: String, to bytes: inout [UInt8]) {
        let isPlain =
            value.first?.isLetter == true && value.last?.isLetter == true
            && value.allSatisfy { $0.isLetter || $0 == " " }
            && value.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
            && !Self.words.contains(value.lowercased())
        if isPlain { bytes += value.utf8 } else { text.append(value, to: &bytes) }
    }

    /// Words that some readers take for a Boolean, null or a number.
    private static let words: Set<String> = [
        "y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf", "infinity",
    ]
}
