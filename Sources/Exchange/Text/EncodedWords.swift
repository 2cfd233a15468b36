import Primitives
import VCard

/// Decodes encoded words in mail headers (RFC 2047): `=?UTF-8?Q?J=C3=B6rg?=`.
enum EncodedWords {
    /// Returns the text with its encoded words decoded; words in an unknown encoding stay as they are.
    static func decoded(_ text: String) -> String {
        guard text.contains("=?") else { return text }
        var result = ""
        var pending: (charset: String, bytes: [UInt8], raw: String)?
        func flush() {
            if let word = pending { result += decode(word.bytes, word.charset) ?? word.raw }
            pending = nil
        }
        var rest = text[...]
        while let start = rest.firstRange(of: "=?")?.lowerBound {
            let before = rest[..<start]
            guard let word = Word(rest[start...]) else {
                flush()
                result += before + "=?"
                rest = rest[start...].dropFirst(2)
                continue
            }
            // Whitespace between encoded words isn't part of the text.
            if pending == nil || !before.allSatisfy(\.isWhitespace) {
                flush()
                result += before
            } else if let known = pending, known.charset != word.charset {
                flush()
            }
            // A character may be split across two words.
            let raw = (pending.map { $0.raw + " " } ?? "") + word.raw
            pending = (word.charset, (pending?.bytes ?? []) + word.bytes, raw)
            rest = rest[start...].dropFirst(word.raw.count)
        }
        flush()
        return result + rest
    }

    /// Decodes bytes; returns `nil` if the encoding is unknown or the bytes are invalid.
    private static func decode(_ bytes: [UInt8], _ charset: String) -> String? {
        switch charset {
        case "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "":
            String(decoding: FileDecoder.decodedText(bytes), as: UTF8.self)
        // Like browsers do: text labeled as Latin-1 is usually Windows-1252.
        case "iso-8859-1", "latin1": CharsetText.decoded(bytes, from: "windows-1252")
        default: CharsetText.decoded(bytes, from: charset)
        }
    }

    /// An encoded word.
    private struct Word {
        let charset: String
        let bytes: [UInt8]
        /// The word as it was written.
        let raw: String

        /// Parses the word at the beginning of the text.
        init?(_ text: Substring) {
            let parts = text.prefix(256).dropFirst(2).split(
                separator: "?",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard parts.count == 3, let end = parts[2].firstRange(of: "?=") else { return nil }
            let content = parts[2][..<end.lowerBound]
            guard !content.contains(where: \.isWhitespace) else { return nil }
            // The charset may be followed by a language.
            charset = parts[0].prefix { $0 != "*" }.lowercased()
            switch parts[1].lowercased() {
            case "b":
                let padded = content + String(repeating: "=", count: (4 - content.utf8.count % 4) % 4)
                guard let data = Data(base64Encoded: String(padded)) else { return nil }
                bytes = Array(data)
            case "q": bytes = HexEscapes.decode(content.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 })
            default: return nil
            }
            raw = String(text[..<end.upperBound])
        }
    }
}
