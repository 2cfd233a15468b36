/// Writes values as lines with tabs: nothing cut, nothing for what is unknown.
///
/// Tabs and line breaks inside a value become blanks, so that a line is always one record.
struct TSVText: Sendable {
    /// Whether to replace what a terminal could take as an order.
    let isForTerminal: Bool

    /// Adds a line with the values.
    func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            append(value, end: index == values.count - 1 ? "\n" : "\t", to: &bytes)
        }
    }

    /// Adds a value and what comes after it.
    func append(_ value: String?, end: Unicode.Scalar, to bytes: inout [UInt8]) {
        if let value {
            var text = isForTerminal ? TerminalText.sanitized(value) : value
            let start = bytes.count
            text.withUTF8 { bytes.append(contentsOf: $0) }
            for index in start..<bytes.count where Self.separates(bytes[index]) {
                bytes[index] = UInt8(ascii: " ")
            }
        }
        bytes.append(UInt8(ascii: end))
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
