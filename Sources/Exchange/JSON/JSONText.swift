import Primitives
import TerminalUI

/// Writes texts as JSON, in the form that suits a file or a terminal.
package struct JSONText: Sendable {
    /// Whether to escape characters that JSON allows but that control a terminal; the value stays the same.
    package var isForTerminal: Bool

    package init(isForTerminal: Bool = false) {
        self.isForTerminal = isForTerminal
    }

    /// Adds the text in quotation marks, or `null`.
    package func append(_ text: String?, to bytes: inout [UInt8]) {
        guard let text else {
            bytes += "null".utf8
            return
        }
        if isForTerminal, !TerminalText.isPlainASCII(text) {
            JSONString.append(text, to: &bytes) { scalar in
                TerminalText.isHarmful(scalar) || scalar == "\u{2028}" || scalar == "\u{2029}"
            }
        } else {
            JSONString.append(text, to: &bytes)
        }
    }
}
