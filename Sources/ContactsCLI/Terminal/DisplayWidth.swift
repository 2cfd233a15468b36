/// How many columns of a terminal text takes, which is not how many characters it has.
enum DisplayWidth {
    /// The columns of a text that is free of control characters.
    static func columns(of text: String) -> Int {
        if TerminalText.isPlainASCII(text) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of one character: 2 for emoji, else what its scalars take together, of which combining marks take none.
    static func columns(of character: Character) -> Int {
        if character.isASCII { return 1 }
        let scalars = character.unicodeScalars
        if scalars.count > 1, isEmojiSequence(scalars) { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// The text cut to `columns`, with an ellipsis in the last of them when something was cut off.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard Self.columns(of: text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        var used = 0
        for character in text {
            let width = Self.columns(of: character)
            if used + width > columns - 1 { break }
            result.append(character)
            used += width
        }
        return result + "…"
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII || scalar == "\u{AD}" { return 1 }
        switch scalar.value {
        // The vowels and trailing consonants of Hangul join the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return WideScalars.contains(scalar) ? 2 : 1
        }
    }

    /// Flags, keycaps, families: what begins with an emoji and goes on with a variation selector, a joiner, a skin tone or
    /// a second regional indicator.
    private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains { scalar in
            switch scalar.value {
            case 0xFE0F, 0x200D, 0x20E3, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
            default: false
            }
        }
    }
}
