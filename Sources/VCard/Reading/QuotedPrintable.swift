/// The transfer encoding of vCard 2.1 for text.
enum QuotedPrintable {
    /// The bytes that the text stands for; soft line breaks are gone already, and `=` without two digits stays.
    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var pending: [UInt8] = []
        for byte in bytes {
            switch (pending.count, hexDigit(byte)) {
            case (0, _) where byte == 0x3D: pending = [byte]
            case (0, _): decoded.append(byte)
            case (1, .some): pending.append(byte)
            case (2, let low?):
                decoded.append((hexDigit(pending[1]) ?? 0) << 4 | low)
                pending = []
            default:
                decoded += pending
                pending = byte == 0x3D ? [byte] : []
                if byte != 0x3D { decoded.append(byte) }
            }
        }
        return decoded + pending
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
