/// The bytes that names are made of.
enum NameBytes {
    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether a name may begin with the byte.
    static func isFirst(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == UInt8(ascii: "_")
    }

    /// Whether the byte may be in a name that is assigned to.
    static func isLater(_ byte: UInt8) -> Bool {
        isFirst(byte) || isDigit(byte)
    }

    /// Whether the byte may be in a bare reference such as `$NAME`, which may have dots.
    static func isBareReference(_ byte: UInt8) -> Bool {
        isLater(byte) || byte == UInt8(ascii: ".")
    }

    /// Whether the byte may be in the name of an operator.
    static func isOperator(_ byte: UInt8) -> Bool {
        isBareReference(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }

    /// Whether the byte may be in the scheme of an address.
    static func isScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
