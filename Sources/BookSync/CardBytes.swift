/// Checks of a card's bytes before it is parsed.
enum CardBytes {
    /// Returns the bytes as the content of a card; unreadable if they aren't exactly one card.
    static func content(_ bytes: [UInt8], etag: String) -> CardRead.Content {
        let bytes = normalized(bytes)
        if let fault = fault(in: bytes) { return .unreadable(fault, etag: etag) }
        return .card(bytes, etag: etag)
    }

    /// Returns the bytes with `\r\n` line breaks and without a byte order mark.
    ///
    /// XML turns line breaks into `\n`, so the same card would arrive in two forms.
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        let lineFeed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        var previous: UInt8 = 0
        let missing = rest.reduce(into: 0) { count, byte in
            if byte == lineFeed, previous != carriageReturn { count += 1 }
            previous = byte
        }
        guard missing > 0 else { return Array(rest) }
        var normalized: [UInt8] = []
        normalized.reserveCapacity(rest.count + missing)
        previous = 0
        for byte in rest {
            if byte == lineFeed, previous != carriageReturn { normalized.append(carriageReturn) }
            normalized.append(byte)
            previous = byte
        }
        return normalized
    }

    /// Returns the reason that the bytes aren't exactly one card; `nil` if they look like one.
    static func fault(in bytes: [UInt8]) -> String? {
        let begins = Self.begins(in: bytes)
        if bytes.allSatisfy({ $0 <= 0x20 }) { return "it is empty" }
        guard begins > 0 else { return "it is no vCard (it has no BEGIN:VCARD)" }
        guard begins == 1 else { return "it holds \(begins) cards" }
        guard count(of: "end:vcard", in: bytes) > 0 else { return "it is cut off (it has no END:VCARD)" }
        return nil
    }

    private static func begins(in bytes: [UInt8]) -> Int { count(of: "begin:vcard", in: bytes) }

    /// Returns the number of lines that equal the text, ignoring case.
    private static func count(of text: StaticString, in bytes: [UInt8]) -> Int {
        let length = text.utf8CodeUnitCount
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: length)
        var count = 0
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if end - start >= length, bytes[start] | 0x20 == wanted[0] {
                let isSame = (0..<length).allSatisfy { index in
                    let byte = bytes[start + index]
                    return (byte == UInt8(ascii: ":") ? byte : byte | 0x20) == wanted[index]
                }
                let hasRest = bytes[(start + length)..<end].contains { $0 > 0x20 }
                if isSame, !hasRest { count += 1 }
            }
            start = end + 1
        }
        return count
    }
}
