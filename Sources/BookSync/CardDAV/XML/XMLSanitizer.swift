/// Removes characters that XML 1.0 doesn't allow, as bytes and as references such as `&#11;`.
///
/// Supports UTF-8 and its subsets; a document in UTF-16 is passed on unchanged.
struct XMLSanitizer {
    /// The maximum length of a reference that is examined.
    private static let longestReference = 12

    /// An incomplete reference or character at the end of the last piece.
    private var held: [UInt8] = []
    /// Whether the document is in UTF-16; `nil` until that is known.
    private(set) var isWide: Bool?

    /// Returns the piece without forbidden characters; its end may be held back until the next piece.
    mutating func clean(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        if isWide == nil, bytes.count >= 2 {
            isWide =
                bytes[0] == 0 || bytes[1] == 0 || (bytes[0], bytes[1]) == (0xFE, 0xFF)
                || (bytes[0], bytes[1]) == (0xFF, 0xFE)
        }
        let input = held + bytes
        held = []
        return isWide == true ? input : scan(input, isLast: false)
    }

    /// Returns what was held back, at the end of the document.
    mutating func rest() -> [UInt8] {
        let input = held
        held = []
        return isWide == true ? input : scan(input, isLast: true)
    }

    private mutating func scan(_ input: [UInt8], isLast: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        // Everything allowed since `kept` is copied in one go.
        var (kept, index) = (0, 0)
        func isHeld(_ length: Int) -> Bool { !isLast && index + length > input.count }
        while index < input.count {
            let byte = input[index]
            var bad = 0
            if byte < 0x20 {
                bad = byte == 0x09 || byte == 0x0A || byte == 0x0D ? 0 : 1
            } else if byte == UInt8(ascii: "&") {
                switch Self.reference(input[index...]) {
                case .unfinished where !isLast:
                    output += input[kept..<index]
                    held = Array(input[index...])
                    return output
                case .forbidden(let length): bad = length
                default: break
                }
            } else if byte == 0xEF {
                if isHeld(3) {
                    output += input[kept..<index]
                    held = Array(input[index...])
                    return output
                }
                // U+FFFE and U+FFFF.
                if index + 2 < input.count, input[index + 1] == 0xBF, input[index + 2] >= 0xBE { bad = 3 }
            }
            if bad > 0 {
                output += input[kept..<index]
                index += bad
                kept = index
            } else {
                index += 1
            }
        }
        output += input[kept...]
        return output
    }

    private enum Reference {
        case allowed
        case unfinished
        case forbidden(length: Int)
    }

    /// Examines the reference at the beginning of the bytes.
    private static func reference(_ bytes: ArraySlice<UInt8>) -> Reference {
        let head = bytes.prefix(longestReference)
        if head.count == 1 { return .unfinished }
        guard head.dropFirst().first == UInt8(ascii: "#") else { return .allowed }
        guard let end = head.firstIndex(of: UInt8(ascii: ";")) else {
            return head.count < longestReference ? .unfinished : .allowed
        }
        let digits = String(decoding: head[(head.startIndex + 2)..<end], as: UTF8.self)
        let isHexadecimal = digits.hasPrefix("x")
        guard let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits) else { return .allowed }
        let isAllowed =
            switch code {
            case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
            default: false
            }
        return isAllowed ? .allowed : .forbidden(length: end - head.startIndex + 1)
    }
}
