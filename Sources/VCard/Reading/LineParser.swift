import Primitives

/// Parses an unfolded line: `[group.]NAME[;PARAMETER=value[,value]]:value`.
struct LineParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var parameters: [VCardParameter] = []
    private var charset: Charset?
    private var isQuotedPrintable = false
    /// Whether the line has parameters in version 2.1 syntax, so that its text has to be regenerated.
    private var hasBareTypes = false
    /// The index of the first `TYPE` parameter.
    private var types: Int?

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(LineFault) -> VCardLine {
        var parser = LineParser(bytes)
        return try parser.line()
    }

    private mutating func line() throws(LineFault) -> VCardLine {
        var nameBytes = takeName()
        var group: String?
        if current == 0x2E {
            group = Self.text(nameBytes)
            index += 1
            nameBytes = takeName()
        }
        guard bytes.contains(0x3A), index < bytes.count else {
            throw LineFault(reason: "there is no colon in \(excerpt)")
        }
        guard !nameBytes.isEmpty, current == 0x3A || current == 0x3B else {
            throw LineFault(reason: "\(excerpt) does not begin with the name of a property")
        }
        let name = Self.upperCased(nameBytes)
        try takeParameters()
        let valueBytes = UnsafeBufferPointer(rebasing: bytes[(index + 1)...])
        guard isQuotedPrintable || charset != nil || hasBareTypes else {
            let (text, value) = (Charset.utf8.decode(bytes), Charset.utf8.decode(valueBytes))
            return VCardLine(text: text, group: group, name: name, parameters: parameters, value: value)
        }
        var value = self.value(of: name, valueBytes)
        if value.utf8.contains(0x0A) { value = VCardText.withoutLineBreaks(value) }
        return VCardLine(name, parameters: parameters, group: group, value: value)
    }

    private func value(of name: String, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let charset = charset ?? .utf8
        guard isQuotedPrintable else { return charset.decode(bytes) }
        // In an encoding with shift states, a semicolon byte may be half of a character.
        let escapes = OldText.isStructured(name) && !charset.hasShifts
        let decoded = HexEscapes.decode(bytes, escapingSemicolons: escapes)
        return OldText.normalized(decoded.withUnsafeBufferPointer { charset.decode($0) }, of: name)
    }

    // MARK: Parameters

    private mutating func takeParameters() throws(LineFault) {
        while current == 0x3B {
            index += 1
            let start = index
            let bareName = takeName()
            let name = Self.upperCased(bareName)
            switch current {
            case nil: break
            case 0x3D: try takeValues(of: name)
            case 0x3A, 0x3B: if !bareName.isEmpty { add(bare: name, Self.text(bareName)) }
            case 0x28 where name == "X-CUSTOM": try takeCustomLabel()
            case 0x28 where name.hasPrefix("X-"):
                // Android writes labels such as `X-Mobile(2)`.
                skip { $0 != 0x3A && $0 != 0x3B }
                add(bare: name, Self.text(bytes[start..<index]))
            default: throw LineFault(reason: "a parameter's name is invalid")
            }
        }
        guard current == 0x3A else { throw LineFault(reason: "the parameters of the line do not end with a colon") }
    }

    private mutating func takeValues(of name: String) throws(LineFault) {
        var values: [String] = []
        repeat {
            index += 1
            values.append(try takeValue())
        } while current == 0x2C
        switch name {
        case "ENCODING" where values[0].uppercased() == "QUOTED-PRINTABLE": isQuotedPrintable = true
        case "ENCODING" where ["8BIT", "7BIT"].contains(values[0].uppercased()): hasBareTypes = true
        case "CHARSET" where Charset(values[0]) != nil: charset = Charset(values[0])
        default:
            if name == "TYPE", types == nil { types = parameters.count }
            parameters.append(VCardParameter(name, values))
        }
    }

    private mutating func takeValue() throws(LineFault) -> String {
        let isQuoted = current == 0x22
        if isQuoted { index += 1 }
        let start = index
        skip { isQuoted ? $0 != 0x22 : $0 != 0x2C && $0 != 0x3B && $0 != 0x3A }
        let value = Self.text(bytes[start..<index])
        if isQuoted {
            guard index < bytes.count else { throw LineFault(reason: "a quotation mark is not closed") }
            index += 1
        }
        return Self.unescaped(value)
    }

    /// Adds a type or encoding without a parameter name, in vCard 2.1 syntax (`TEL;CELL:`).
    private mutating func add(bare name: String, _ text: String) {
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

    /// Parses a label as written by Android: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=41=72)`.
    private mutating func takeCustomLabel() throws(LineFault) {
        let start = index + 1
        skip { $0 != 0x29 }
        guard index < bytes.count else { throw LineFault(reason: "a parenthesis is not closed") }
        hasBareTypes = true
        var (charset, isEncoded) = (Charset.utf8, false)
        var label = bytes[start..<index]
        index += 1
        while let equals = label.firstIndex(of: 0x3D) {
            let key = Self.upperCased(label[..<equals])
            guard key == "CHARSET" || key == "ENCODING" else { break }
            let rest = label[(equals + 1)...]
            let value = rest.prefix { $0 != 0x2C }
            if key == "CHARSET" { charset = Charset(Self.text(value)) ?? .utf8 }
            if key == "ENCODING" { isEncoded = Self.text(value).uppercased() == "QUOTED-PRINTABLE" }
            label = rest.dropFirst(value.count + 1)
        }
        let plain = isEncoded ? HexEscapes.decode(label) : Array(label)
        add(label: plain.withUnsafeBufferPointer { charset.decode($0) })
    }

    private mutating func add(label: String) {
        if !label.isEmpty { parameters.append(VCardParameter(VCardLine.customLabel, [label])) }
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "'": "\"", "^": "^"]

    /// Removes the escapes of RFC 6868.
    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(0x5E) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "^", let plain = rest.first.flatMap({ escapes[$0] }) {
                result.append(plain)
                rest.removeFirst()
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    // MARK: Bytes

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    private mutating func takeName() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = index
        skip(while: Self.isNameByte)
        return bytes[start..<index]
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        Charset.utf8.decode(UnsafeBufferPointer(rebasing: bytes))
    }

    private static func upperCased(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: bytes.lazy.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }, as: UTF8.self)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x5F: true
        default: false
        }
    }

    /// The beginning of the line for messages, without control characters.
    private var excerpt: String {
        let text = Self.text(bytes.prefix(120))
        let shown = text.unicodeScalars.prefix(30).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        let result = String(String.UnicodeScalarView(shown))
        return text.unicodeScalars.count > 30 ? "“\(result)…”" : "“\(result)”"
    }
}

/// The reason why a line is invalid.
struct LineFault: Error {
    var reason: String
}
