/// The beginnings of words that the search index has as words of their own: `^ann` for every word that begins with "ann".
///
/// One word is found at once, while those that begin alike have to be gathered: there are thousands, and in a large store
/// hundreds of thousands of contacts have one. FTS5 can keep beginnings itself (`prefix`), but does so for every word in
/// every field, numbers included, which makes entering contacts slower by a fifth. Here a contact has each beginning of
/// three Latin letters or digits once, the first a letter.
package enum WordBeginning {
    /// The first character of each, which no word of a contact has.
    static let mark = UInt8(ascii: "^")

    /// Adds those of the words in the text to its end.
    static func append(to text: inout [UInt8]) {
        let beginnings = text.withUnsafeBufferPointer { asciiBeginnings($0) } ?? otherBeginnings(text)
        for letters in beginnings {
            text.append(UInt8(ascii: " "))
            text.append(mark)
            for shift in [16, 8, 0] as [UInt32] { text.append(UInt8(truncatingIfNeeded: letters >> shift)) }
        }
    }

    /// What the index has for the beginning of a word; `nil` when it has nothing for this one.
    package static func word(for beginning: String) -> String? {
        letters(beginning.utf8).flatMap { beginning.utf8.count == 3 && isKept($0) ? "^" + beginning : nil }
    }

    /// Most texts are ASCII throughout, in which words are easy to tell; `nil` for others.
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
            if index - start == 2 { add(letters, to: &found) }
        }
        return found
    }

    private static func otherBeginnings(_ bytes: [UInt8]) -> [UInt32] {
        var found: [UInt32] = []
        for token in SearchWords.tokens(String(decoding: bytes, as: UTF8.self)) {
            if let letters = letters(token.utf8) { add(letters, to: &found) }
        }
        return found
    }

    private static func add(_ letters: UInt32, to found: inout [UInt32]) {
        if isKept(letters), !found.contains(letters) { found.append(letters) }
    }

    /// The first three letters or digits, packed; `nil` when there are fewer, or others among them.
    private static func letters(_ word: String.UTF8View) -> UInt32? {
        let first = word.prefix(3)
        guard first.count == 3, first.allSatisfy(SearchWords.isASCIIWord) else { return nil }
        return first.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Numbers, and what begins words in almost everybody's addresses, would find too many to be worth it.
    private static func isKept(_ letters: UInt32) -> Bool {
        !(48...57).contains(letters >> 16) && !WordInitials.isCommon(letters)
    }
}
