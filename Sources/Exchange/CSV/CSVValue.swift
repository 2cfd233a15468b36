/// A value in a CSV record (RFC 4180).
package enum CSVValue {
    /// Appends the value, quoted if it contains quotation marks, a line break, whitespace at either end, or one of the
    /// special bytes: the separator, and others that a reader could mistake for it.
    package static func append(_ value: String, quoting special: [UInt8], to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = value.utf8.contains { byte in
            byte == quote || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || special.contains(byte)
        }
        // Some readers trim values without quotation marks.
        guard needsQuotes || value.first?.isWhitespace == true || value.last?.isWhitespace == true else {
            bytes += value.utf8
            return
        }
        bytes.append(quote)
        for byte in value.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
