import Primitives

/// Parses the parameters of a line, from the first semicolon to the colon.
struct ParameterParser {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The current position: a semicolon, and finally the colon.
    var index: Int
    var parameters: [VCardParameter] = []
    var charset: Charset?
    var isQuotedPrintable = false
    var hasBareTypes = false
    /// The index of the first `TYPE`.
    private var types: Int?

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
                if start < index { bare(name, Self.text(bytes[start..<index])) }
            } else if bytes[index] == 0x28, name == "X-CUSTOM" {
                try custom()
            } else if bytes[index] == 0x28, name.hasPrefix("X-") {
                // Android writes labels such as `X-Mobile(2)`.
                while index < bytes.count, bytes[index] != 0x3A, bytes[index] != 0x3B { index += 1 }
                bare(name, Self.text(bytes[start..<index]))
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
        default:
            if name == "TYPE", types == nil { types = parameters.count }
            parameters.append(VCardParameter(name, values))
        }
    }

    /// Parses a type or an encoding without a name, as vCard 2.1 writes them (`TEL;CELL:`).
    private mutating func bare(_ name: String, _ text: String) {
        hasBareTypes = true
        WorkCount.add(1)
        switch name {
        case "QUOTED-PRINTABLE": isQuotedPrintable = true
        case "BASE64", "B": parameters.append(VCardParameter("ENCODING", ["BASE64"]))
        case "8BIT", "7BIT": break
        case _ where name.hasPrefix("X-") && name.utf8.count > 2: add(label: String(text.dropFirst(2)))
        default:
            if let types {
                parameters[types].values.append(text)
            } else {
                types = parameters.count
                parameters.append(VCardParameter("TYPE", [text]))
            }
        }
    }

    /// Parses a label as Android writes it: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=41=72)`.
    private mutating func custom() throws(LineFault) {
        let start = index + 1
        while index < bytes.count, bytes[index] != 0x29 { index += 1 }
        guard index < bytes.count else { throw LineFault("a parenthesis is not closed") }
        hasBareTypes = true
        var (charset, isEncoded) = (Charset.utf8, false)
        var label = bytes[start..<index]
        index += 1
        while let equals = label.firstIndex(of: 0x3D) {
            let key = LineParser.upperCased(label[..<equals])
            guard key == "CHARSET" || key == "ENCODING" else { break }
            let end = label.firstIndex(of: 0x2C) ?? label.endIndex
            let value = Self.text(label[label.index(after: equals)..<max(end, label.index(after: equals))])
            if key == "CHARSET" { charset = Charset(value) ?? .utf8 }
            if key == "ENCODING" { isEncoded = value.uppercased() == "QUOTED-PRINTABLE" }
            label = end < label.endIndex ? label[label.index(after: end)...] : label[label.endIndex...]
        }
        let plain = isEncoded ? QuotedPrintable.decode(label) : Array(label)
        add(label: plain.withUnsafeBufferPointer { charset.decode($0) })
    }

    private mutating func add(label: String) {
        if !label.isEmpty { parameters.append(VCardParameter(VCardLine.customLabel, [label])) }
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        Charset.utf8.decode(UnsafeBufferPointer(rebasing: bytes))
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
