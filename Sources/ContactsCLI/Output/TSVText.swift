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
            for byte in (isForTerminal ? TerminalText.sanitized(value) : value).utf8 {
                switch byte {
                case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes.append(UInt8(ascii: " "))
                default: bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: end))
    }
}
