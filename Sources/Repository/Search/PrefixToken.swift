/// Tokens for word prefixes that the search index stores as words: `^ann` for every word that begins with "ann".
///
/// The index looks up one word at once, but for a prefix it has to merge the row lists of all words that begin with it,
/// thousands of them in a large store. FTS5's own prefix index (`prefix`) covers every word in every field, numbers
/// included, and makes a sync slower by a sixth. Here a contact has a token once for each prefix of three characters, and
/// none for numbers.
package enum PrefixToken {
    /// The first character of each token, which no word of a contact has.
    static let mark = UInt8(ascii: "^")

    /// Appends the tokens of the words in the text to it.
    static func append(to text: inout [UInt8]) {
        guard let prefixes = text.withUnsafeBufferPointer({ asciiPrefixes($0) }) else {
            for prefix in otherPrefixes(String(decoding: text, as: UTF8.self)) {
                text += [UInt8(ascii: " "), mark]
                text += prefix.utf8
            }
            return
        }
        for letters in prefixes {
            text.append(UInt8(ascii: " "))
            text.append(mark)
            for shift in [16, 8, 0] as [UInt32] { text.append(UInt8(truncatingIfNeeded: letters >> shift)) }
        }
    }

    /// The token for a prefix; `nil` when the index has none.
    package static func token(for prefix: String) -> String? {
        prefix.unicodeScalars.count == 3 ? self.prefix(of: prefix).map { "^" + $0 } : nil
    }

    /// The distinct prefixes in a text that is all ASCII, each packed into a number; `nil` for other texts.
    private static func asciiPrefixes(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt32]? {
        var found: [UInt32] = []
        found.reserveCapacity(16)
        var start = 0
        var letters: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            guard byte < 128 else { return nil }
            guard SearchWords.isASCIIWord(byte) else {
                start = index + 1
                continue
            }
            guard index - start < 3 else { continue }
            letters = letters << 8 & 0xFF_FFFF | UInt32(byte)
            if index - start == 2, isKept(letters), !found.contains(letters) { found.append(letters) }
        }
        return found
    }

    private static func otherPrefixes(_ text: String) -> [String] {
        var found: [String] = []
        for word in SearchWords.tokens(text) {
            if let prefix = prefix(of: word), !found.contains(where: { $0.utf8.elementsEqual(prefix.utf8) }) {
                found.append(prefix)
            }
        }
        return found
    }

    /// The first three scalars; `nil` when there are fewer, or when the index has no token for them.
    private static func prefix(of word: String) -> String? {
        let scalars = word.unicodeScalars.prefix(3)
        guard scalars.count == 3 else { return nil }
        guard scalars.allSatisfy(\.isASCII) else { return isNumber(scalars.first?.value ?? 0) ? nil : String(scalars) }
        return isKept(scalars.reduce(0) { $0 << 8 | $1.value }) ? String(scalars) : nil
    }

    /// Whether the index has a token: not for numbers, nor for prefixes that nearly every contact's addresses have.
    private static func isKept(_ letters: UInt32) -> Bool {
        !isNumber(letters >> 16) && !WordPrefixMask.isCommon(letters)
    }

    private static func isNumber(_ first: UInt32) -> Bool { (48...57).contains(first) }
}
