import Primitives
import TerminalUI

/// Writes texts as JSON, in the form that suits a file or a terminal.
struct JSONText: Sendable {
    /// Whether to escape also what JSON allows but a terminal could obey; the value stays the same.
    var isForTerminal = false

    /// Adds the text in quotation marks, or `null`.
    func append(_ text: String?, to bytes: inout [UInt8]) {
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
