import Foundation

/// Text as it is compared: Latin letters without accents, lower case, no blanks around.
package enum FoldedText {
    private static let transform = StringTransform("Any-Latin; Latin-ASCII; Lower")
    private static let latin = LatinCache { transformed($0) }
    private static let other = TextCache { transformed($0) }
    /// Longer keys would only fill the index; the identifier decides among those who agree so far.
    private static let limit = 200

    /// The key of the text.
    package static func key(_ text: String) -> String {
        if let ascii = asciiKey(text) { return ascii }
        let start = String(text.prefix(limit))
        return (latin(start) ?? other(start)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The text as the transform has it, blanks kept.
    static func transformed(_ text: String) -> String {
        text.applyingTransform(transform, reverse: false) ?? text.lowercased()
    }

    /// The key of a text that is ASCII throughout, as most are: a thousandth of the transform's work.
    private static func asciiKey(_ text: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(text.utf8.count, limit))
        for byte in text.utf8.prefix(limit) {
            guard byte < 128 else { return nil }
            let isBlank = byte == 32 || (9...13).contains(byte)
            if isBlank, bytes.isEmpty { continue }
            bytes.append((65...90).contains(byte) ? byte + 32 : byte)
        }
        while let byte = bytes.last, byte == 32 || (9...13).contains(byte) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
