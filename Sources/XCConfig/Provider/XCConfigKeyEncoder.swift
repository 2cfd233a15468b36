/// Makes the name in a file of the key in code.
enum XCConfigKeyEncoder {
    /// `["api", "pageSize"]` is `API_PAGE_SIZE`: upper case, underscores between parts and before inner capitals.
    static func name(of components: [String]) -> String {
        components.map(name(ofComponent:)).joined(separator: "_")
    }

    private static func name(ofComponent component: String) -> String {
        var bytes: [UInt8] = []
        var isAfterSmall = false
        for byte in component.utf8 {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isCapital, isAfterSmall { bytes.append(UInt8(ascii: "_")) }
            bytes.append(NameBytes.isLater(byte) ? uppercased(byte) : UInt8(ascii: "_"))
            isAfterSmall = NameBytes.isLater(byte) && !isCapital && byte != UInt8(ascii: "_")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
}
