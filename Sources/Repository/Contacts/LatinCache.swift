import Synchronization

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
