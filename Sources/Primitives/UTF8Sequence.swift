/// The sequences of bytes that are characters in UTF-8 (RFC 3629, section 4): overlong forms and surrogates are none.
package enum UTF8Sequence {
    /// The number of bytes, 2 to 4, of a character beyond ASCII that begins with this byte, and what its second byte may be.
    ///
    /// The bytes after the second one are `0x80...0xBF`. `nil` for a byte that begins no such character.
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
