import Foundation

/// The search words of a contact: folded to plain Latin letters, and as written.
package struct SearchWords: Equatable, Sendable {
    /// All words, folded.
    package let key: String
    /// The words of fields that are not all ASCII, in lower case as written.
    package let text: String

    /// The words of a contact that no search finds.
    static let none = SearchWords(key: "", text: "")

    /// Creates the words from the columns of a store.
    init(key: String, text: String) {
        self.key = key
        self.text = text
    }

    package init(_ contact: Contact) {
        var key: [UInt8] = []
        key.reserveCapacity(512)
        var text: [String] = []
        ContactField.forEachText(of: contact) { field in
            guard !field.isEmpty else { return }
            if !key.isEmpty { key.append(UInt8(ascii: " ")) }
            guard !Self.appendFoldedASCII(field, to: &key) else { return }
            key += Self.folded(field).utf8
            text.append(Self.written(field))
        }
        // At the end, so that they do not separate adjacent words of a phrase.
        for number in contact.phones {
            guard let number = PhoneKey(number.value) else { continue }
            for digits in [number.digits, number.significant == number.digits ? "" : number.significant]
            where !digits.isEmpty {
                if !key.isEmpty { key.append(UInt8(ascii: " ")) }
                key += digits.utf8
            }
        }
        self.key = String(decoding: key, as: UTF8.self)
        self.text = text.joined(separator: " ")
    }

    /// The result of ``folded(_:)`` for a text that is all ASCII, as most are; `nil` for others and long ones.
    static func foldedASCII(_ text: String) -> [UInt8]? {
        var folded: [UInt8] = []
        return appendFoldedASCII(text, to: &folded) ? folded : nil
    }

    /// Appends the result of ``foldedASCII(_:)``; when that is `nil`, appends nothing and returns `false`.
    private static func appendFoldedASCII(_ text: String, to folded: inout [UInt8]) -> Bool {
        let wasDone = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count <= limit, bytes.allSatisfy({ $0 < 128 }) else { return false }
            for byte in bytes where byte != UInt8(ascii: "'") && byte != UInt8(ascii: "`") {
                folded.append((65...90).contains(byte) ? byte + 32 : byte)
            }
            return true
        }
        return wasDone ?? false
    }

    /// The text in plain Latin letters, without apostrophes.
    package static func folded(_ text: String) -> String {
        let start = text.utf8.count <= limit ? text : String(text.prefix(limit))
        let folded = PlainLetters.transformed(start) ?? other(start)
        // Bytes are much faster to search than characters, and most texts have no apostrophe.
        guard folded.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "`") }) else { return folded }
        return folded.filter { $0 != "'" && $0 != "`" }
    }

    /// The text in lower case, with letters unified that differ only in encoding or keyboard.
    package static func written(_ text: String) -> String {
        unified(text.utf8.count <= limit ? text : String(text.prefix(limit)))
    }

    /// The most characters of a field that are indexed.
    private static let limit = 1000
    private static let other = TextCache { transformed($0) }

    private static func transformed(_ text: String) -> String {
        FoldedText.transformed(String(String.UnicodeScalarView(unified(text).unicodeScalars.filter { !isJoining($0) })))
    }

    private static func unified(_ text: String) -> String {
        // Between Latin letters a plain apostrophe separates words.
        let isLatin = text.unicodeScalars.allSatisfy { $0.value < 0x250 || (0x2010...0x2027).contains($0.value) }
        let scalars = text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            .filter { !isJoining($0) || isLatin && $0.isASCII }
            .map { scalar in
                switch scalar.value {
                // Arabic yeh, alef maksura and kaf become their Persian counterparts.
                case 0x064A, 0x0649: Unicode.Scalar(0x06CC) ?? scalar
                case 0x0643: Unicode.Scalar(0x06A9) ?? scalar
                default: scalar
                }
            }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether the ASCII character is a letter or a digit.
    private static func isASCIIWord(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || (65...90).contains(byte)
    }

    /// Splits a text into words as the index's tokenizer does.
    package static func tokens(_ text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var tokens: [String] = []
            var start: Int?
            var end = 0
            while end < bytes.count {
                let (isWord, length) = isWord(bytes, at: end)
                if isWord {
                    start = start ?? end
                } else if let first = start {
                    tokens.append(String(decoding: bytes[first..<end], as: UTF8.self))
                    start = nil
                }
                end += length
            }
            if let start { tokens.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
            return tokens
        }
    }

    /// Whether the character at the index belongs to a word, and its length in bytes.
    private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Bool, length: Int) {
        let first = bytes[index]
        guard first >= 128 else { return (isASCIIWord(first), 1) }
        guard
            let scalar = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars
                .first
        else { return (false, 1) }
        return (isWord(scalar), UTF8.width(scalar))
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        // A fast path for accented Latin letters.
        if (0xC0...0x24F).contains(scalar.value) { return scalar.value != 0xD7 && scalar.value != 0xF7 }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            return true
        // A mark belongs to the letter before it.
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether the character is a joiner or an apostrophe, which are dropped inside words.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x27, 0x60, 0xB4, 0x2BB, 0x2BC, 0x2018, 0x2019].contains(scalar.value)
    }
}
