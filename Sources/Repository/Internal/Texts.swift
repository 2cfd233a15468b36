/// Text of a stranger, made fit for one line of a message.
package enum DisplaySafeText {
    /// The text without control and direction characters, runs of blanks joined, at most `limit` characters.
    package static func line(_ text: String, limit: Int = 200) -> String {
        var result = ""
        var count = 0
        var pendingBlank = false
        for scalar in text.unicodeScalars.prefix(limit * 8) {
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: pendingBlank = !result.isEmpty
            case .format, .surrogate, .privateUse, .unassigned: continue
            default:
                guard count + (pendingBlank ? 1 : 0) < limit else { return result + "…" }
                if pendingBlank {
                    result.unicodeScalars.append(" ")
                    count += 1
                }
                pendingBlank = false
                result.unicodeScalars.append(scalar)
                count += 1
            }
        }
        return result
    }
}

extension UInt64 {
    /// The first eight bytes of the text, the first of them highest; zeros in place of those that it does not have.
    ///
    /// Two such numbers are in the order of the texts' bytes, or equal.
    init(leadingBytesOf text: String) {
        var bytes = text.utf8.makeIterator()
        self = (0..<8).reduce(0) { number, _ in number << 8 | UInt64(bytes.next() ?? 0) }
    }
}
