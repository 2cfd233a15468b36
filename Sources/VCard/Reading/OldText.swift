/// The text values of vCard 2.1, which has no escapes but `\;`.
enum OldText {
    /// The value as the later versions write it.
    static func normalized(_ value: String, of name: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x2C || $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else { return value }
        let isList = name == "CATEGORIES"
        var result: [UInt8] = []
        var bytes = value.utf8.makeIterator()
        var byte = bytes.next()
        while let current = byte {
            byte = bytes.next()
            switch current {
            case 0x5C:
                if let next = byte, [0x3B, 0x2C, 0x6E, 0x4E, 0x5C].contains(next) {
                    result += [current, next]
                    byte = bytes.next()
                } else {
                    result += [current, current]
                }
            case 0x2C where !isList: result += [0x5C, current]
            case 0x0D:
                result += [0x5C, 0x6E]
                if byte == 0x0A { byte = bytes.next() }
            case 0x0A: result += [0x5C, 0x6E]
            default: result.append(current)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The properties whose values are text in vCard 2.1.
    static func isText(_ name: String) -> Bool {
        ["N", "FN", "ADR", "LABEL", "ORG", "TITLE", "ROLE", "NOTE", "CATEGORIES"].contains(name)
    }
}
