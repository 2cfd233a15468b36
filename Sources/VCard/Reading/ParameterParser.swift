/// Parses the parameters of a line, from the first semicolon to the colon.
struct ParameterParser {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The current position: a semicolon, in the end the colon.
    var index: Int
    var parameters: [VCardParameter] = []
    var charset: Charset?
    var isQuotedPrintable = false
    var hasBareTypes = false

    init(bytes: UnsafeBufferPointer<UInt8>, index: Int) {
        self.bytes = bytes
        self.index = index
    }

    mutating func parse() throws(LineFault) {
        while index < bytes.count, bytes[index] == 0x3B {
            index += 1
            let start = index
            while index < bytes.count, LineParser.isNameByte(bytes[index]) { index += 1 }
            guard index < bytes.count else { break }
            let name = LineParser.upperCased(bytes[start..<index])
            if bytes[index] == 0x3D {
                try values(of: name)
            } else if bytes[index] == 0x3A || bytes[index] == 0x3B {
                if !name.isEmpty { bare(name) }
            } else {
                throw LineFault("a parameter has no valid name")
            }
        }
        guard index < bytes.count, bytes[index] == 0x3A else {
            throw LineFault("the parameters of the line do not end with a colon")
        }
    }

    private mutating func values(of name: String) throws(LineFault) {
        var values: [String] = []
        repeat {
            index += 1
            values.append(try nextValue())
        } while index < bytes.count && bytes[index] == 0x2C
        switch name {
        case "ENCODING" where values[0].uppercased() == "QUOTED-PRINTABLE": isQuotedPrintable = true
        case "ENCODING" where ["8BIT", "7BIT"].contains(values[0].uppercased()): hasBareTypes = true
        case "CHARSET" where Charset(values[0]) != nil: charset = Charset(values[0])
        default: parameters.append(VCardParameter(name, values))
        }
    }

    /// Takes a type or an encoding without a name, as vCard 2.1 writes them (`TEL;CELL:`).
    private mutating func bare(_ name: String) {
        hasBareTypes = true
        switch name {
        case "QUOTED-PRINTABLE": isQuotedPrintable = true
        case "BASE64", "B": parameters.append(VCardParameter("ENCODING", ["BASE64"]))
        case "8BIT", "7BIT": break
        default:
            if let index = parameters.firstIndex(where: { $0.name == "TYPE" }) {
                parameters[index].values.append(name)
            } else {
                parameters.append(VCardParameter("TYPE", [name]))
            }
        }
    }

    private mutating func nextValue() throws(LineFault) -> String {
        let start: Int
        let end: Int
        if index < bytes.count, bytes[index] == 0x22 {
            start = index + 1
            index = start
            while index < bytes.count, bytes[index] != 0x22 { index += 1 }
            guard index < bytes.count else { throw LineFault("a quotation mark is not closed") }
            end = index
            index += 1
        } else {
            start = index
            while index < bytes.count, bytes[index] != 0x2C, bytes[index] != 0x3B, bytes[index] != 0x3A { index += 1 }
            end = index
        }
        return Self.decoded(Charset.utf8.decode(UnsafeBufferPointer(rebasing: bytes[start..<end])))
    }

    /// Removes the escapes of RFC 6868.
    private static func decoded(_ text: String) -> String {
        guard text.utf8.contains(0x5E) else { return text }
        var result = ""
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                isEscape = false
                switch scalar {
                case "n": result += "\n"
                case "'": result += "\""
                case "^": result += "^"
                default:
                    result += "^"
                    result.unicodeScalars.append(scalar)
                }
            } else if scalar == "^" {
                isEscape = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return isEscape ? result + "^" : result
    }
}
