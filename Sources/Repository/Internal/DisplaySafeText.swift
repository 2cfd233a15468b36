/// Makes untrusted text safe to print within a line of a message.
package enum DisplaySafeText {
    /// Returns up to `limit` characters of the text, without control and bidirectional ones, white space collapsed.
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
