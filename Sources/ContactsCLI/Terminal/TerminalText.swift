/// Makes text from elsewhere harmless for a terminal.
enum TerminalText {
    /// Replaces what could move the cursor, change colours or reorder other text: line breaks and tabs by a blank, other
    /// control characters and bidirectional overrides and isolates by the replacement character.
    static func sanitized(_ text: String) -> String {
        if isPlainASCII(text) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r", "\u{2028}", "\u{2029}":
                result.append(" ")
            case _ where isHarmful(scalar):
                result.append("\u{FFFD}")
            default:
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text, kept apart from what stands beside it when it has characters that run from right to left.
    static func isolated(_ text: String) -> String {
        if isPlainASCII(text) || !text.unicodeScalars.contains(where: runsFromRightToLeft) { return text }
        // First strong isolate and pop directional isolate; harmful ones were taken out before.
        return "\u{2068}\(text)\u{2069}"
    }

    /// Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and the other scripts of these blocks.
    private static func runsFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }

    /// Whether a terminal could take the character as an order: C0, DEL, C1, and what overrides the direction of writing.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether the text holds only printable ASCII characters, each of which takes one column.
    static func isPlainASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
