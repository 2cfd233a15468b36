import Foundation
import Synchronization

/// Folds texts for comparison: plain Latin letters, lower case, trimmed.
///
/// The transform is ICU's and needs all of Foundation. A table by scalar cannot replace it: in Greek, Arabic, Devanagari,
/// Thai, Hangul, Kana and Han the result depends on neighboring characters, and databases store the results.
package enum FoldedText {
    private static let transform = StringTransform("Any-Latin; Latin-ASCII; Lower")
    private static let other = TextCache { transformed($0) }
    /// The most characters of a key; among equal keys the identifier decides.
    private static let limit = 200

    /// The folded text, trimmed and cut.
    package static func key(_ text: String) -> String {
        let start = text.utf8.count <= limit ? text : String(text.prefix(limit))
        return (PlainLetters.transformed(start) ?? other(start)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The folded text with its white space and its whole length.
    static func transformed(_ text: String) -> String {
        text.applyingTransform(transform, reverse: false) ?? text.lowercased()
    }

}

/// The accented letters of the languages of Europe in plain Latin letters, as ``FoldedText`` transforms them.
///
/// ICU takes 35 ms to load the transform and its tables; with these letters most people's names don't need it.
enum PlainLetters {
    static let all: [UInt32: [UInt8]] = {
        let letters = """
            a a a a a a ae c e e e e i i i i d n o o o o o * o u u u u y th ss
            a a a a a a ae c e e e e i i i i d n o o o o o / o u u u u y th y
            a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g
            g g g g h h h h i i i i i i i i i i ij ij j j k k q l l l l l l ?
            ? l l n n n n n n ? n n o o o o o o oe oe r r r r r r s s s s s s
            s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
            """.split(whereSeparator: \.isWhitespace)
        // A question mark stands for a letter whose transform depends on how it is composed.
        return Dictionary(
            uniqueKeysWithValues: zip(UInt32(0xC0)..., letters).filter { $1 != "?" }.map { ($0, Array($1.utf8)) }
        )
    }()

    /// The text in these letters and lower case; `nil` when it has others.
    static func transformed(_ text: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.value < 128 {
                let byte = UInt8(scalar.value)
                bytes.append((65...90).contains(byte) ? byte + 32 : byte)
            } else if let plain = all[scalar.value] {
                bytes += plain
            } else {
                return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Caches a slow transform of short texts: names of people and places recur, and a Han name takes half a millisecond.
final class TextCache: Sendable {
    /// A text that is equal only to texts with the same bytes: other encodings may be transformed otherwise.
    private struct Encoded: Hashable {
        let text: String

        static func == (left: Encoded, right: Encoded) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    /// The most bytes of a cached text, and the most cached texts.
    private static let limits = (bytes: 64, texts: 4096)

    private let transform: @Sendable (String) -> String
    private let texts = Mutex<[Encoded: String]>([:])

    /// Caches results of the transform, which has to return the same result for the same text.
    init(_ transform: @escaping @Sendable (String) -> String) {
        self.transform = transform
    }

    /// The transformed text.
    func callAsFunction(_ text: String) -> String {
        guard text.utf8.count <= Self.limits.bytes else { return transform(text) }
        let key = Encoded(text: text)
        if let known = texts.withLock({ $0[key] }) { return known }
        let new = transform(text)
        texts.withLock { texts in
            // Emptied as a whole: texts that recur are soon cached again.
            if texts.count >= Self.limits.texts { texts.removeAll(keepingCapacity: true) }
            texts[key] = new
        }
        return new
    }
}
