/// The beginnings of words that the search index has as words of their own: `^ann` for every word that begins with "ann".
///
/// One word is found at once, while those that begin alike have to be gathered: there are thousands, and in a large store
/// hundreds of thousands of contacts have one. FTS5 can keep beginnings itself (`prefix`), but does so for every word in
/// every field, numbers included, which makes a sync slower by a sixth. Here a contact has each beginning of
/// three characters once, numbers left out.
package enum PrefixToken {
    /// The first character of each, which no word of a contact has.
    static let mark = UInt8(ascii: "^")

    /// Adds those of the words in the text to its end.
    static func append(to text: inout [UInt8]) {
        guard let beginnings = text.withUnsafeBufferPointer({ asciiBeginnings($0) }) else {
            for beginning in otherBeginnings(String(decoding: text, as: UTF8.self)) {
                text += [UInt8(ascii: " "), mark]
                text += beginning.utf8
            }
            return
        }
        for letters in beginnings {
            text.append(UInt8(ascii: " "))
            text.append(mark)
            for shift in [16, 8, 0] as [UInt32] { text.append(UInt8(truncatingIfNeeded: letters >> shift)) }
        }
    }

    /// What the index has for the beginning of a word; `nil` when it has nothing for this one.
    package static func word(for beginning: String) -> String? {
        beginning.unicodeScalars.count == 3 ? Self.beginning(of: beginning).map { "^" + $0 } : nil
    }

    /// Most texts are ASCII throughout, in which words are easy to tell; the characters packed, or `nil` for other texts.
    private static func asciiBeginnings(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt32]? {
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

    private static func otherBeginnings(_ text: String) -> [String] {
        var found: [String] = []
        for word in SearchWords.tokens(text) {
            if let beginning = beginning(of: word), !found.contains(where: { $0.utf8.elementsEqual(beginning.utf8) }) {
                found.append(beginning)
            }
        }
        return found
    }

    /// The first three characters, as the index counts them; `nil` when there are fewer, or the index has nothing for them.
    private static func beginning(of word: String) -> String? {
        let scalars = word.unicodeScalars.prefix(3)
        guard scalars.count == 3 else { return nil }
        guard scalars.allSatisfy(\.isASCII) else { return isNumber(scalars.first?.value ?? 0) ? nil : String(scalars) }
        return isKept(scalars.reduce(0) { $0 << 8 | $1.value }) ? String(scalars) : nil
    }

    /// Numbers, and what begins words in almost everybody's addresses, would find too many to be worth it.
    private static func isKept(_ letters: UInt32) -> Bool {
        !isNumber(letters >> 16) && !WordPrefixMask.isCommon(letters)
    }

    private static func isNumber(_ first: UInt32) -> Bool { (48...57).contains(first) }
}
