/// A value in a record of CSV (RFC 4180).
package enum CSVValue {
    /// Adds the value, in quotation marks if it contains them, a line break, blanks at its ends or one of the special
    /// bytes: the separator, and others that a reader could take for it.
    package static func append(_ value: String, quoting special: [UInt8], to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = value.utf8.contains { byte in
            byte == quote || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || special.contains(byte)
        }
        // Some readers drop blanks at the ends of a value without quotation marks.
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
