/// The bytes of cards as all sources give them.
enum CardBytes {
    /// Returns the bytes with `\r\n` line breaks and without a byte order mark.
    ///
    /// XML turns line breaks into `\n`, so the same card would arrive in two forms.
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var normalized: [UInt8] = []
        normalized.reserveCapacity(bytes.count + bytes.count / 32)
        for byte in hasMark ? bytes[3...] : bytes[...] {
            if byte == UInt8(ascii: "\n"), normalized.last != UInt8(ascii: "\r") {
                normalized.append(UInt8(ascii: "\r"))
            }
            normalized.append(byte)
        }
        return normalized
    }
}
