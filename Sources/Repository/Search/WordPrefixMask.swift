/// How the words of a contact begin: a bit for every two first letters that one of them has, and one for every three.
///
/// Whoever has a word has the word's bits. Somebody else may have them, too: several beginnings share a bit. Numbers, of
/// which everybody has many, have none.
package struct WordPrefixMask: Equatable, Sendable {
    /// The 64 bits as a store keeps them.
    package private(set) var bits: Int64 = 0

    init(bits: Int64) {
        self.bits = bits
    }

    /// Those of all words of a contact.
    package init(_ words: SearchWords) {
        insert(wordsOf: words.key)
        insert(wordsOf: words.text)
    }

    /// Those that somebody has who has all the words; of the last word the beginning may be given.
    init(_ words: [String], isWhole: Bool) {
        for (index, word) in words.enumerated() {
            let letters = word.utf8.prefix(3)
            let isBeginning = !isWhole && index == words.count - 1
            bits |= Self.bits(letters, upTo: isBeginning ? letters.count : 3)
        }
    }

    /// What all of them have.
    init(sharedBy all: [WordPrefixMask]) {
        bits = all.isEmpty ? 0 : all.reduce(-1) { $0 & $1.bits }
    }

    /// What one of them has.
    init(of all: [WordPrefixMask]) {
        bits = all.reduce(0) { $0 | $1.bits }
    }

    func contains(_ other: WordPrefixMask) -> Bool { bits & other.bits == other.bits }

    private mutating func insert(wordsOf text: String) {
        guard !insert(wordsOfASCII: text) else { return }
        for word in SearchWords.tokens(text) { bits |= Self.bits(word.utf8.prefix(3), upTo: 3) }
    }

    /// Most texts are ASCII throughout, in which words are easy to tell.
    ///
    /// - Returns: `false` when the text is not.
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

    /// The bits of a word with these first letters, of which so many are known; where the word ends is known, too, if that
    /// are more than it has.
    private static func bits(_ letters: some Collection<UInt8>, upTo known: Int) -> Int64 {
        guard let first = letters.first, !(48...57).contains(first) else { return 0 }
        var rest = letters.dropFirst().makeIterator()
        let second = rest.next() ?? 0
        let two = UInt32(first) << 8 | UInt32(second)
        let three = two << 8 | UInt32(rest.next() ?? 0)
        return (known > 1 ? 1 << place(two) : 0) | (known > 2 ? 1 << (32 + place(three)) : 0)
    }

    /// One of 32 places; what begins words in almost everybody's addresses shares the first, so that it makes no other
    /// place worthless.
    private static func place(_ letters: UInt32) -> Int64 {
        isCommon(letters) ? 0 : 1 + Int64((letters &* 0x9E37_79B1) >> 16) % 31
    }

    /// Whether the letters, packed, begin words in almost everybody's addresses.
    static func isCommon(_ letters: UInt32) -> Bool { common.contains(letters) }

    private static let common: [UInt32] = ["example", "com", "net", "org", "street", "road", "avenue", "rue"]
        .flatMap { word in [2, 3].map { word.utf8.prefix($0).reduce(0) { $0 << 8 | UInt32($1) } } }
}
