/// The valid byte sequences of UTF-8 (RFC 3629, section 4), without overlong forms and surrogates.
package enum UTF8Sequence {
    /// Returns the length (2 to 4) and the range of the second byte for non-ASCII characters that begin with this byte.
    ///
    /// The bytes after the second one are `0x80...0xBF`. Returns `nil` for a byte that can't begin such a character.
    package static func form(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
