/// Makes text from outside the program safe to display in a terminal.
package enum TerminalText {
    /// Replaces characters that could move the cursor, change colors, reorder other text or hide in it.
    ///
    /// Line breaks and tabs become spaces. Other control characters, bidirectional overrides and isolates become
    /// replacement characters. Directional marks, tags and other invisible format characters are escaped: `\u{200E}`.
    package static func sanitized(_ text: String) -> String {
        if isPlainASCII(text) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r", "\u{2028}", "\u{2029}":
                result.append(" ")
            case _ where isInvisible(scalar):
                result.append(contentsOf: escape(of: scalar).unicodeScalars)
            case _ where isHarmful(scalar):
                result.append("\u{FFFD}")
            default:
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns the text with spaces for tabs and line breaks, so that a line is a single record.
    package static func onOneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// Whether ``sanitized(_:)`` leaves the text unchanged.
    package static func isHarmless(_ text: String) -> Bool {
        !text.unicodeScalars.contains { isHarmful($0) || $0 == "\u{2028}" || $0 == "\u{2029}" }
    }

    /// Returns the escape sequence for a character, such as `\u{200E}`.
    package static func escape(of scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Returns the text in a directional isolate if it has right-to-left characters, which reorder their neighbors.
    package static func isolated(_ text: String) -> String {
        if isPlainASCII(text) || !text.unicodeScalars.contains(where: runsFromRightToLeft) { return text }
        // First strong isolate and pop directional isolate; any in the text itself have been removed by now.
        return "\u{2068}\(text)\u{2069}"
    }

    /// Returns whether a character is Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam or in another script of these blocks.
    private static func runsFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }

    /// Whether a terminal could act on the character or a reader couldn't see it: C0, DEL, C1, bidirectional overrides
    /// and invisible format characters.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: isInvisible(scalar)
        }
    }

    /// Whether the character is a directional mark, a tag or another invisible format character.
    ///
    /// Doesn't include the joiners U+200C and U+200D, which scripts and emoji need, or characters with a visible shape.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A, 0xE_0000...0xE_00FF, 0xE_01F0...0xE_0FFF:
            true
        default: false
        }
    }

    /// Whether the text only contains printable ASCII characters, each of which takes one column.
    package static func isPlainASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
