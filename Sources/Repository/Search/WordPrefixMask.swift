/// A prefix mask: a Bloom filter of 64 bits with the prefixes of two and three letters of a contact's words.
///
/// A contact with a word has all bits of the word. As in every Bloom filter, a contact without it may have them, too,
/// because prefixes share bits. Numbers set no bits: every contact has many.
package struct WordPrefixMask: Equatable, Sendable {
    /// The bits, as the column `initials` stores them.
    package private(set) var bits: Int64 = 0

    init(bits: Int64) {
        self.bits = bits
    }

    /// The mask of all words of a contact.
    package init(_ words: SearchWords) {
        insert(wordsOf: words.key)
        insert(wordsOf: words.text)
    }

    /// The bits of every contact that has all the words; unless `isWhole`, the last word is a prefix.
    init(_ words: [String], isWhole: Bool) {
        for (index, word) in words.enumerated() {
            let letters = word.utf8.prefix(3)
            let isPrefix = !isWhole && index == words.count - 1
            bits |= Self.bits(letters, upTo: isPrefix ? letters.count : 3)
        }
    }

    /// The intersection of the masks.
    init(sharedBy all: [WordPrefixMask]) {
        bits = all.isEmpty ? 0 : all.reduce(-1) { $0 & $1.bits }
    }

    /// The union of the masks.
    init(of all: [WordPrefixMask]) {
        bits = all.reduce(0) { $0 | $1.bits }
    }

    /// Whether the mask has all bits of the other one.
    func contains(_ other: WordPrefixMask) -> Bool { bits & other.bits == other.bits }

    private mutating func insert(wordsOf text: String) {
        guard !insert(wordsOfASCII: text) else { return }
        for word in SearchWords.tokens(text) { bits |= Self.bits(word.utf8.prefix(3), upTo: 3) }
    }

    /// Inserts the words of a text that is all ASCII, as most are.
    ///
    /// - Returns: `false`, and nothing inserted, when the text is not.
    private mutating func insert(wordsOfASCII text: String) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { bytes -> Int64? in
            var found: Int64 = 0
            var start: Int?
            let end = bytes.firstIndex(of: PrefixToken.mark) ?? bytes.count
            for (index, byte) in bytes[..<end].enumerated() {
                guard byte < 128 else { return nil }
                if SearchWords.isASCIIWord(byte) {
                    start = start ?? index
                } else if let first = start {
                    found |= Self.bits(bytes[first..<min(index, first + 3)], upTo: 3)
                    start = nil
                }
            }
            if let start { found |= Self.bits(bytes[start..<min(end, start + 3)], upTo: 3) }
            return found
        }
        guard let found = found ?? nil else { return false }
        bits |= found
        return true
    }

    /// The bits of a word with these first letters, for prefixes of up to `known` letters.
    ///
    /// If `known` exceeds the number of letters, the word ends there, which sets bits, too.
    private static func bits(_ letters: some Collection<UInt8>, upTo known: Int) -> Int64 {
        guard let first = letters.first, !(48...57).contains(first) else { return 0 }
        var rest = letters.dropFirst().makeIterator()
        let second = rest.next() ?? 0
        let two = UInt32(first) << 8 | UInt32(second)
        let three = two << 8 | UInt32(rest.next() ?? 0)
        return (known > 1 ? 1 << place(two) : 0) | (known > 2 ? 1 << (32 + place(three)) : 0)
    }

    /// The hash of a prefix, 0 to 31; prefixes that nearly all addresses have share 0, so that no other bit is always set.
    private static func place(_ letters: UInt32) -> Int64 {
        isCommon(letters) ? 0 : 1 + Int64((letters &* 0x9E37_79B1) >> 16) % 31
    }

    /// Whether nearly every contact's addresses have a word with the packed prefix.
    static func isCommon(_ letters: UInt32) -> Bool { common.contains(letters) }

    private static let common: [UInt32] = ["example", "com", "net", "org", "street", "road", "avenue", "rue"]
        .flatMap { word in [2, 3].map { word.utf8.prefix($0).reduce(0) { $0 << 8 | UInt32($1) } } }
}
