import EmbeddedFiles
import Primitives

/// Folds texts for comparison: plain Latin letters, lowercase, trimmed.
package enum FoldedText {
    /// The maximum length of a key in characters; if keys are equal, the identifier decides.
    private static let limit = 200

    /// Returns the folded text, trimmed and truncated.
    package static func key(_ text: String) -> String {
        let start = text.utf8.count <= limit ? text : String(text.prefix(limit))
        return (isASCII(start) ? start.lowercased() : latin(plain(start))).trimmed()
    }

    /// Returns the text in lowercase and its own script, without accents and similar marks, in a canonical encoding.
    package static func plain(_ text: String) -> [Unicode.Scalar] {
        var lower: [Unicode.Scalar] = []
        lower.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xAC00...0xD7A3: lower += letters(ofHangul: scalar.value - 0xAC00)
            default: lower += scalar.properties.lowercaseMapping.unicodeScalars
            }
        }
        var plain: [Unicode.Scalar] = []
        plain.reserveCapacity(lower.count)
        var rest = lower[...]
        while let scalar = rest.first {
            if scalar.isASCII {
                plain.append(scalar)
                rest.removeFirst()
            } else if let (replacement, count) = LetterTable.plain.match(rest) {
                plain += replacement.unicodeScalars
                rest.removeFirst(count)
            } else {
                if !isAccent(scalar) { plain.append(scalar) }
                rest.removeFirst()
            }
        }
        return plain
    }

    /// Converts plain scalars to Latin letters as far as possible.
    static func latin(_ plain: [Unicode.Scalar]) -> String {
        var latin = String.UnicodeScalarView()
        var rest = plain[...]
        while let scalar = rest.first {
            var count = 1
            if scalar.isASCII {
                latin.append(scalar)
            } else if isHan(scalar), let reading = LetterTable.han.match(rest.prefix(1))?.replacement {
                // A reading is a separate word.
                if latin.last?.properties.isAlphabetic == true { latin.append(" ") }
                latin += reading.unicodeScalars
            } else if let match = LetterTable.latin.match(rest) {
                count = match.count
                var letters = match.replacement.unicodeScalars[...]
                if letters.first == "~" {
                    if latin.last == "a" { latin.removeLast() }
                    letters.removeFirst()
                }
                latin += letters
            } else {
                latin.append(scalar)
            }
            rest.removeFirst(count)
        }
        return String(latin)
    }

    /// Whether a text is ASCII, as most names are; folding those is much faster.
    static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 128 } }

    /// Returns the conjoining letters of a Hangul syllable, by its number (Unicode 16, section 3.12).
    private static func letters(ofHangul number: UInt32) -> [Unicode.Scalar] {
        [0x1100 + number / 588, 0x1161 + number / 28 % 21, 0x11A7 + number % 28].compactMap { value in
            value == 0x11A7 ? nil : Unicode.Scalar(value)
        }
    }

    private static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        (0x3400...0x9FFF).contains(scalar.value) || scalar.value == 0x3007
    }

    /// Whether this is a mark above or below a letter, or a vowel point in Hebrew or Arabic.
    ///
    /// Readers perceive marks with other combining classes as letters, such as the vowel signs of Indic scripts.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
        return (10...36).contains(combiningClass) || combiningClass >= 200
    }
}

/// Replacements for letters, from a file whose header explains its format.
struct LetterTable: Sendable {
    /// Letters without their marks, and plain characters for variants in shape and width.
    static let plain = LetterTable(EmbeddedFiles.plainLetters)
    /// Latin letters for those of other scripts.
    static let latin = LetterTable(EmbeddedFiles.latinLetters)
    /// The readings of Han characters, in a separate table that most address books never need.
    static let han = LetterTable(EmbeddedFiles.hanReadings)

    private var replacements: [Key: String] = [:]
    /// The length of the longest key that begins with a scalar, if it is more than one.
    private var lengths: [Unicode.Scalar: Int] = [:]

    init(_ text: String) {
        let (colon, space, hash) = (UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "#"))
        let bytes = Array(text.utf8)
        replacements.reserveCapacity(bytes.count / 5)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first == hash, line.count == 1 || line[line.startIndex + 1] == space { continue }
            guard let end = line.indices.dropLast().first(where: { line[$0] == colon && line[$0 + 1] == space }) else {
                continue
            }
            let replacement = String(decoding: line[..<end], as: UTF8.self)
            for item in line[(end + 2)...].split(separator: space) {
                let item = String(decoding: item, as: UTF8.self)
                let scalars = item.utf8.contains(UInt8(ascii: "+")) ? Self.numbered(item) : item.unicodeScalars
                let key = Key(scalars)
                replacements[key] = replacement
                if let first = scalars.first, key.count > 1 { lengths[first] = max(lengths[first] ?? 0, key.count) }
            }
        }
    }

    /// Returns the replacement for the longest key at the start of the scalars, and the number of scalars it replaces.
    func match(_ scalars: ArraySlice<Unicode.Scalar>) -> (replacement: String, count: Int)? {
        guard let first = scalars.first else { return nil }
        for count in stride(from: min(lengths[first] ?? 1, scalars.count), to: 0, by: -1) {
            if let replacement = replacements[Key(scalars.prefix(count))] { return (replacement, count) }
        }
        return nil
    }

    /// Returns the scalars of an item, some of which may be written as `U+` and a number.
    private static func numbered(_ item: String) -> String.UnicodeScalarView {
        let parts = item.split(separator: "U+", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        return String.UnicodeScalarView(parts[0].unicodeScalars + numbers)
    }

    /// A key of one to three scalars.
    private struct Key: Hashable {
        private var bits: UInt64 = 0

        init(_ scalars: some Sequence<Unicode.Scalar>) {
            for scalar in scalars { bits = bits << 21 | UInt64(scalar.value) }
        }

        var count: Int { bits < 1 << 21 ? 1 : bits < 1 << 42 ? 2 : 3 }
    }
}
