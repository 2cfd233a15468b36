import Primitives
import TerminalUI

/// Writes texts as JSON, in the form that suits a file or a terminal.
package struct JSONText: Sendable {
    /// Whether to escape characters that JSON allows but that control a terminal; the value stays the same.
    package var isForTerminal: Bool

    package init(isForTerminal: Bool = false) { self.isForTerminal = isForTerminal }

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

    /// Adds an array, or an object if `append` adds a member and the brackets are those of one.
    package func list<Element>(
        _ elements: some Collection<Element>,
        _ brackets: (UInt8, UInt8) = (UInt8(ascii: "["), UInt8(ascii: "]")),
        eachOnItsLine: Bool = false,
        to bytes: inout [UInt8],
        append: (Element, inout [UInt8]) -> Void
    ) {
        let lineBreak = eachOnItsLine && !elements.isEmpty ? "\n" : ""
        bytes.append(brackets.0)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += lineBreak.utf8
            append(element, &bytes)
        }
        bytes += lineBreak.utf8
        bytes.append(brackets.1)
    }

    package static let braces = (UInt8(ascii: "{"), UInt8(ascii: "}"))
}
