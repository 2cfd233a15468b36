/// A contact's search words: folded to plain Latin letters, and as written.
package struct SearchWords: Equatable, Sendable {
    /// All words, folded.
    package let key: String
    /// The words of fields that aren't all ASCII, in lowercase but otherwise as written.
    package let text: String

    /// The words of a contact that no search finds.
    static let none = SearchWords(key: "", text: "")
}

extension SearchWords {
    package init(_ contact: Contact) {
        let fields = ContactField.allTexts(of: contact).filter { !$0.isEmpty }
        // Numbers go to the end, so that they don't separate adjacent words of a phrase.
        let numbers = contact.phones.flatMap { phone -> [String] in
            guard let number = PhoneKey(phone.value) else { return [] }
            // A number may be written with a zero that isn't dialed: +49 (0)171.
            let written = phone.value.filter { ("0"..."9").contains($0) }
            return [number.digits, number.significant, written].reduce(into: []) { forms, form in
                if !forms.contains(form) { forms.append(form) }
            }
        }
        let folded = fields.map(Self.folded)
        let others = zip(fields, folded).flatMap(Self.otherSpellings)
        key = (folded + numbers.filter { !$0.isEmpty } + others).joined(separator: " ")
        text = fields.filter { !FoldedText.isASCII($0) }.map(Self.written).joined(separator: " ")
    }

    init(of text: String) {
        let folded = Self.folded(text)
        key = ([folded] + Self.otherSpellings(text, folded)).joined(separator: " ")
        self.text = FoldedText.isASCII(text) ? "" : Self.written(text)
    }

    /// Returns the other spellings of a text's words: `mueller` for Müller, and `muller` for Mueller.
    private static func otherSpellings(_ text: String, _ folded: String) -> [String] {
        let spelledOut = FoldedText.isASCII(text) ? nil : spelledOut(text)
        // Most texts have no other spelling, and splitting them takes longer than folding them.
        if spelledOut == nil, unspelled(folded) == folded { return [] }
        let words = tokens(spelledOut ?? folded)
        let plain = Set(tokens(folded))
        return words.flatMap { word -> [String] in
            let short = unspelled(word)
            return (plain.contains(word) ? [] : [word]) + (short == word || plain.contains(short) ? [] : [short])
        }
    }

    private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"]

    /// Returns the text in plain Latin letters, with `ae`, `oe` and `ue` for umlauts; `nil` if it has none.
    package static func spelledOut(_ text: String) -> String? {
        var result = ""
        var isOther = false
        for character in start(of: text) {
            if !character.isASCII, let letters = umlauts[Character(character.lowercased())] {
                result += letters
                isOther = true
            } else {
                result.append(character)
            }
        }
        return isOther ? folded(result) : nil
    }

    /// Returns a word with `a`, `o` and `u` in place of `ae`, `oe` and `ue`.
    package static func unspelled(_ word: String, keepsEnd: Bool = false) -> String {
        var result: [UInt8] = []
        let bytes = Array(word.utf8)
        for (index, byte) in bytes.enumerated() {
            let isLast = keepsEnd && index + 1 == bytes.count
            if byte == UInt8(ascii: "e"), !isLast, let last = result.last, "aou".utf8.contains(last) { continue }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the text in plain Latin letters, without apostrophes.
    package static func folded(_ text: String) -> String {
        let start = start(of: text)
        let folded =
            FoldedText.isASCII(start)
            ? start.lowercased() : FoldedText.latin(FoldedText.plain(start).filter { !isJoining($0) })
        // Bytes are much faster to search than characters, and most texts have no apostrophe.
        guard folded.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "`") }) else { return folded }
        return folded.filter { $0 != "'" && $0 != "`" }
    }

    /// Returns the text in its own script, in lowercase and without accents, unifying letters that only differ in
    /// encoding or keyboard layout.
    package static func written(_ text: String) -> String {
        let text = start(of: text)
        // Between Latin letters, a plain apostrophe separates words.
        let isLatin = text.unicodeScalars.allSatisfy { $0.value < 0x250 || (0x2010...0x2027).contains($0.value) }
        let scalars = FoldedText.plain(text).filter { !isJoining($0) || isLatin && $0.isASCII }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func start(of text: String) -> String {
        text.utf8.count <= limit ? text : String(text.prefix(limit))
    }

    /// The maximum number of characters of a field that are indexed.
    private static let limit = 1000

    /// Splits a text into words like the index's tokenizer.
    package static func tokens(_ text: String) -> [String] {
        text.unicodeScalars.split { !isWord($0) }.map { String($0) }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            return true
        // A mark belongs to the preceding letter.
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether the character is a joiner or an apostrophe, which are dropped inside words.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x27, 0x60, 0xB4, 0x2BB, 0x2BC, 0x2018, 0x2019].contains(scalar.value)
    }
}
