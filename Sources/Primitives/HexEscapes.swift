/// Bytes escaped as a sign and two hexadecimal digits: `=` in quoted-printable, `%` in URLs.
package enum HexEscapes {
    /// Decodes all escapes; a sign without two digits is left as it is.
    ///
    /// The caller must remove the soft line breaks of quoted-printable first. `sign` is the byte that begins an escape.
    /// With `escapingSemicolons`, an encoded semicolon gets a backslash, so that it doesn't act as a separator.
    package static func decode(
        _ bytes: some Sequence<UInt8>,
        sign: UInt8 = 0x3D,
        escapingSemicolons: Bool = false
    ) -> [UInt8] {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == sign, index + 2 < bytes.count,
                let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
            {
                let byte = high << 4 | low
                if escapingSemicolons, byte == 0x3B, decoded.last != 0x5C { decoded.append(0x5C) }
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Decodes percent encoding once; invalid escapes are left as they are.
    package static func percentDecoded(_ text: some StringProtocol) -> String {
        String(decoding: decode(text.utf8, sign: UInt8(ascii: "%")), as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
