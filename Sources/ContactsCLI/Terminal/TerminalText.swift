/// Makes text from outside the program safe for a terminal.
enum TerminalText {
    /// Replaces characters that could move the cursor, change colors or reorder other text.
    ///
    /// Line breaks and tabs become blanks. Other control characters and bidirectional overrides and isolates become the
    /// replacement character.
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

    /// The text in directional isolates if it has right-to-left characters, which would reorder their neighbors.
    static func isolated(_ text: String) -> String {
        if isPlainASCII(text) || !text.unicodeScalars.contains(where: runsFromRightToLeft) { return text }
        // First strong isolate and pop directional isolate; those of the text itself were removed before.
        return "\u{2068}\(text)\u{2069}"
    }

    /// Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and the other scripts of these blocks.
    private static func runsFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }

    /// Whether a terminal could obey the character: C0, DEL, C1 and overrides of the writing direction.
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
