/// The search words of a contact or of one field, compared as the bytes of their two texts (``SearchWords``).
///
/// A search may compare the words of thousands of contacts, which are not to become strings for that.
struct SearchedTexts {
    private let key: UnsafeBufferPointer<UInt8>
    private let text: UnsafeBufferPointer<UInt8>

    /// The texts are valid only as long as the buffers.
    init(key: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) {
        self.key = key
        self.text = text
    }

    /// Whether one of the word's phrases occurs in one of the texts, with its parts side by side.
    func has(_ word: SearchWord) -> Bool {
        word.spellings.contains { has($0[...], isWhole: word.isWhole) }
    }

    /// Whether all parts of one of the word's phrases occur, in any place.
    func hasParts(_ word: SearchWord) -> Bool {
        word.spellings.contains { phrase in
            phrase.indices.allSatisfy { index in
                has(phrase[index...index], isWhole: word.isWhole || index < phrase.count - 1)
            }
        }
    }

    private func has(_ phrase: ArraySlice<[UInt8]>, isWhole: Bool) -> Bool {
        Self.has(phrase, in: key, isWhole: isWhole) || Self.has(phrase, in: text, isWhole: isWhole)
    }

    private static func has(
        _ phrase: ArraySlice<[UInt8]>,
        in text: UnsafeBufferPointer<UInt8>,
        isWhole: Bool
    ) -> Bool {
        var start = nextWord(of: text, from: 0)
        while start < text.count {
            if begins(with: phrase, text, at: start, isWhole: isWhole) { return true }
            start = nextWord(of: text, from: endOfWord(text, from: start))
        }
        return false
    }

    /// Whether the words from `start` on are those of the phrase, the last one perhaps as a prefix.
    private static func begins(
        with phrase: ArraySlice<[UInt8]>,
        _ text: UnsafeBufferPointer<UInt8>,
        at start: Int,
        isWhole: Bool
    ) -> Bool {
        var start = start
        for (index, part) in zip(phrase.indices, phrase) {
            // A part has only bytes of words, so it cannot reach into the next word.
            guard part.count <= text.count - start, part.indices.allSatisfy({ text[start + $0] == part[$0] })
            else { return false }
            let isLast = index == phrase.endIndex - 1
            // The typed text of a prefix may end within a character.
            if isLast, !isWhole { return true }
            let end = start + part.count
            guard endOfWord(text, from: end) == end else { return false }
            if !isLast { start = nextWord(of: text, from: end) }
        }
        return true
    }

    /// Where the next word begins; the end of the text when none follows before its prefix tokens.
    private static func nextWord(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place < text.count {
            guard text[place] != PrefixToken.mark else { return text.count }
            let (isWord, length) = SearchWords.isWord(text, at: place)
            if isWord { return place }
            place += length
        }
        return text.count
    }

    /// Where the word around `start` ends.
    private static func endOfWord(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place < text.count {
            let (isWord, length) = SearchWords.isWord(text, at: place)
            guard isWord else { break }
            place += length
        }
        return min(place, text.count)
    }
}

extension SearchWords {
    /// Runs `body` on the two texts.
    func withTexts<Result>(_ body: (SearchedTexts) -> Result) -> Result {
        var (key, text) = (key, text)
        return key.withUTF8 { key in text.withUTF8 { body(SearchedTexts(key: key, text: $0)) } }
    }
}
