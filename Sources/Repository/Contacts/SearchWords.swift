import Foundation

/// The words of a contact as they are searched: every script in plain Latin letters, and as they were written.
package struct SearchWords: Equatable, Sendable {
    /// All words, folded.
    package let key: String
    /// The words that are not plain Latin, lower case, as they were written.
    package let text: String

    /// The words as a store keeps them.
    init(key: String, text: String) {
        self.key = key
        self.text = text
    }

    package init(_ contact: Contact) {
        var key: [String] = []
        var text: [String] = []
        for field in ContactField.allTexts(of: contact) where !field.isEmpty {
            key.append(Self.folded(field))
            if !field.utf8.allSatisfy({ $0 < 128 }) { text.append(Self.written(field)) }
        }
        // At the end, so that they come between no two words that stand side by side.
        for number in contact.phones {
            guard let number = PhoneKey(number.value) else { continue }
            key.append(number.digits)
            if number.significant != number.digits, !number.significant.isEmpty { key.append(number.significant) }
        }
        self.key = key.joined(separator: " ")
        self.text = text.joined(separator: " ")
    }

    /// The text in plain Latin letters, apostrophes left out.
    package static func folded(_ text: String) -> String {
        let start = text.utf8.count <= limit ? text : String(text.prefix(limit))
        return (foldedLatin(start) ?? transformed(start)).filter { $0 != "'" && $0 != "`" }
    }

    /// The text in lower case, letters that differ only in their encoding or their keyboard made one.
    package static func written(_ text: String) -> String {
        let start = text.utf8.count <= limit ? text : String(text.prefix(limit))
        return writtenLatin(start) ?? unified(start)
    }

    /// More of a field than anybody looks for.
    private static let limit = 1000
    private static let foldedLatin = LatinCache { transformed($0) }
    private static let writtenLatin = LatinCache { unified($0) }

    private static func transformed(_ text: String) -> String {
        FoldedText.transformed(String(String.UnicodeScalarView(unified(text).unicodeScalars.filter { !isJoining($0) })))
    }

    private static func unified(_ text: String) -> String {
        let scalars = text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            .filter { !isJoining($0) }
            .map { scalar in
                switch scalar.value {
                // Arabic yeh and alef maksura, and Arabic kaf, where Persian writes its own.
                case 0x064A, 0x0649: Unicode.Scalar(0x06CC) ?? scalar
                case 0x0643: Unicode.Scalar(0x06A9) ?? scalar
                default: scalar
                }
            }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The parts of a text that letters and digits make up, as the index cuts them.
    package static func tokens(_ text: String) -> [String] {
        text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                false
            // Marks belong to the letter before them.
            case .nonspacingMark, .spacingMark, .enclosingMark: false
            default: true
            }
        }.map { String($0) }
    }

    /// Characters inside words that are not letters: joiners and apostrophes.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x27, 0x60, 0xB4, 0x2BB, 0x2BC, 0x2018, 0x2019].contains(scalar.value)
    }
}
