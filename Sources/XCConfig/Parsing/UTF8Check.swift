/// Finds bytes that are not UTF-8.
enum UTF8Check {
    /// The first invalid byte of each line that has one, as offset in the file.
    static func offsetsOfInvalidBytes(in bytes: [UInt8]) -> [Int] {
        // The standard library checks a whole file in no time; only a file that fails is looked at byte by byte.
        guard String(validating: bytes, as: UTF8.self) == nil else { return [] }
        var offsets: [Int] = []
        var isLineReported = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D { isLineReported = false }
            if let length = lengthOfScalar(at: index, in: bytes) {
                index += length
            } else {
                if !isLineReported { offsets.append(index) }
                isLineReported = true
                index += 1
            }
        }
        return offsets
    }

    /// The number of bytes of the valid scalar at an offset, or nil.
    ///
    /// Overlong forms and surrogates are invalid.
    private static func lengthOfScalar(at index: Int, in bytes: [UInt8]) -> Int? {
        let lead = bytes[index]
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
        return bytes[(index + 2)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : nil
    }
}
