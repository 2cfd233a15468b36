#if !canImport(FoundationEssentials)
import CoreFoundation
#endif

/// Decodes text in encodings other than UTF-8, by their IANA names.
///
/// The C library does the decoding: without ICU, Foundation only supports Unicode and Latin-1.
package enum CharsetText: Sendable {
    /// Decodes bytes in an encoding such as `windows-1251` or `shift_jis`; the name is case-insensitive.
    ///
    /// Returns `nil` if the encoding is unknown or the bytes aren't valid in it.
    package static func decoded(_ bytes: [UInt8], from charset: String) -> String? {
        // The name comes from emails and cards. To the C library, a slash would begin an instruction, and an empty name
        // would mean the encoding of the locale.
        guard (1...40).contains(charset.utf8.count), charset.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 > 0x20 })
        else {
            return nil
        }
        #if canImport(FoundationEssentials)
        guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        // No single-byte character takes more than four bytes in UTF-8.
        var result = [CChar](repeating: 0, count: bytes.count * 4 + 4)
        let left: Int? = source.withUnsafeMutableBufferPointer { source in
            result.withUnsafeMutableBufferPointer { result in
                var (input, output) = (source.baseAddress, result.baseAddress)
                var (unread, room) = (source.count, result.count)
                guard iconv(converter, &input, &unread, &output, &room) != Int(bitPattern: UInt.max) else { return nil }
                // Flushes a stateful encoding.
                iconv(converter, nil, nil, &output, &room)
                return room
            }
        }
        guard let left else { return nil }
        return String(decoding: result.dropLast(left).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
        let encoding = CFStringConvertIANACharSetNameToEncoding(charset as CFString)
        guard encoding != kCFStringEncodingInvalidId else { return nil }
        return String(
            data: Data(bytes),
            encoding: String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
        )
        #endif
    }

    package static func isKnown(_ charset: String) -> Bool { decoded([UInt8(ascii: "A")], from: charset) != nil }
}
