/// The escapes in JSON texts.
enum JSONEscapes {
    /// The text that the bytes between two quotes mean; escapes must have been checked to be whole.
    ///
    /// - Throws: ``JSONReader/TextError`` when the text is not Unicode.
    static func resolved(_ content: UnsafeBufferPointer<UInt8>) throws -> String {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let byte = content[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < content.count else {
                result.append(byte)
                continue
            }
            let escape = content[index]
            index += 1
            switch escape {
            case UInt8(ascii: "b"): result.append(8)
            case UInt8(ascii: "f"): result.append(12)
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "u"): result.append(contentsOf: String(Character(try scalar(content, &index))).utf8)
            default: result.append(escape)
            }
        }
        return try result.withUnsafeBufferPointer(JSONReader.text)
    }

    /// The value of a hexadecimal digit.
    static func value(ofHexDigit byte: UInt8) -> UInt32? {
        switch byte {
        case 48...57: UInt32(byte - 48)
        case 65...70: UInt32(byte - 55)
        case 97...102: UInt32(byte - 87)
        default: nil
        }
    }

    /// Reads the four digits after `\u`, and the second half when they are the first half of a pair.
    private static func scalar(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws -> Unicode.Scalar {
        let first = try unit(content, &index)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < content.count, content[index] == UInt8(ascii: "\\"),
            content[index + 1] == UInt8(ascii: "u")
        else { throw JSONReader.TextError() }
        index += 2
        let second = try unit(content, &index)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONReader.TextError() }
        return scalar
    }

    private static func unit(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws -> UInt32 {
        guard index + 4 <= content.count else { throw JSONReader.TextError() }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = value(ofHexDigit: content[index]) else { throw JSONReader.TextError() }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }
}
