import Synchronization

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
