import Foundation
import Synchronization

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

/// Applies a slow transform to Latin text letter by letter, remembering what becomes of each letter.
///
/// That is right for transforms that look at no neighbours in text of precomposed Latin letters and their punctuation;
/// text with anything else is left to the transform itself.
final class LatinCache: Sendable {
    private let transform: @Sendable (String) -> String
    private let letters = Mutex<[UInt32: [UInt8]]>([:])

    /// Remembers results of the transform, which must be lower case for ASCII letters and nothing else for ASCII.
    init(_ transform: @escaping @Sendable (String) -> String) {
        self.transform = transform
    }

    /// The text, transformed; `nil` when it is for the transform itself.
    func callAsFunction(_ text: String) -> String? {
        guard text.unicodeScalars.allSatisfy({ $0.value < 128 || Self.isLatin($0) }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        letters.withLock { letters in
            for scalar in text.unicodeScalars {
                if scalar.value < 128 {
                    let byte = UInt8(scalar.value)
                    bytes.append((65...90).contains(byte) ? byte + 32 : byte)
                } else if let known = letters[scalar.value] {
                    bytes += known
                } else {
                    let new = Array(transform(String(Character(scalar))).utf8)
                    letters[scalar.value] = new
                    bytes += new
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Latin-1 and both Latin Extended blocks, dashes and quotation marks: at most some 500 letters to remember.
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        (0xA0...0x24F).contains(scalar.value) || (0x2010...0x2027).contains(scalar.value)
    }
}

/// Applies a slow transform to texts, remembering what becomes of short ones: names of people and places come again.
final class TextCache: Sendable {
    /// A text that equals no other encoding of itself, of which the transform may make something else.
    private struct Encoded: Hashable {
        let text: String

        static func == (left: Encoded, right: Encoded) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    /// The most bytes of a text that is remembered, and the most texts.
    private static let limits = (bytes: 64, texts: 4096)

    private let transform: @Sendable (String) -> String
    private let texts = Mutex<[Encoded: String]>([:])

    /// Remembers results of the transform, which must make the same of the same text each time.
    init(_ transform: @escaping @Sendable (String) -> String) {
        self.transform = transform
    }

    /// The text, transformed.
    func callAsFunction(_ text: String) -> String {
        guard text.utf8.count <= Self.limits.bytes else { return transform(text) }
        let key = Encoded(text: text)
        if let known = texts.withLock({ $0[key] }) { return known }
        let new = transform(text)
        texts.withLock { texts in
            // Who comes again is remembered again.
            if texts.count >= Self.limits.texts { texts.removeAll(keepingCapacity: true) }
            texts[key] = new
        }
        return new
    }
}
