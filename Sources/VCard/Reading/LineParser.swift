/// Parses an unfolded line: `[group.]NAME[;PARAMETER=value[,value]]:value`.
enum LineParser {
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(LineFault) -> VCardLine {
        var index = 0
        var nameStart = 0
        var groupEnd: Int?
        while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
        if index < bytes.count, bytes[index] == 0x2E {
            groupEnd = index
            index += 1
            nameStart = index
            while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
        }
        guard bytes.contains(0x3A), index < bytes.count else {
            throw LineFault("there is no colon in \(excerpt(bytes))")
        }
        guard index > nameStart, bytes[index] == 0x3A || bytes[index] == 0x3B else {
            throw LineFault("\(excerpt(bytes)) does not begin with the name of a property")
        }
        let name = upperCased(bytes[nameStart..<index])
        let group = groupEnd.map { String(decoding: bytes[0..<$0], as: UTF8.self) }
        if bytes[index] == 0x3A {
            let text = Charset.utf8.decode(bytes)
            return VCardLine(text: text, group: group, name: name, parameters: [], value: value(text, after: index))
        }
        var parameters = ParameterParser(bytes: bytes, index: index)
        try parameters.parse()
        return line(bytes, group: group, name: name, parameters)
    }

    private static func line(
        _ bytes: UnsafeBufferPointer<UInt8>,
        group: String?,
        name: String,
        _ found: ParameterParser
    ) -> VCardLine {
        let valueBytes = UnsafeBufferPointer(rebasing: bytes[(found.index + 1)...])
        guard found.isQuotedPrintable || found.charset != nil || found.hasBareTypes else {
            let text = Charset.utf8.decode(bytes)
            guard text.utf8.count == bytes.count else {
                // The bytes were not UTF-8, so their offsets are not those of the text.
                let value = Charset.utf8.decode(valueBytes)
                return VCardLine(text: text, group: group, name: name, parameters: found.parameters, value: value)
            }
            let value = value(text, after: found.index)
            return VCardLine(text: text, group: group, name: name, parameters: found.parameters, value: value)
        }
        let charset = found.charset ?? .utf8
        var value: String
        if found.isQuotedPrintable {
            // In an encoding with shifts, the byte of a semicolon may be half of a character.
            let decoded = QuotedPrintable.decode(
                valueBytes,
                escapingSemicolons: OldText.isStructured(name) && !charset.hasShifts
            )
            value = OldText.normalized(decoded.withUnsafeBufferPointer { charset.decode($0) }, of: name)
        } else {
            value = charset.decode(valueBytes)
        }
        if value.utf8.contains(0x0A) { value = VCardText.withoutLineBreaks(value) }
        return VCardLine(name, parameters: found.parameters, group: group, value: value)
    }

    /// Returns the text after the colon, whose offset is the same in the bytes and the text: all before it is UTF-8.
    private static func value(_ text: String, after offset: Int) -> String {
        let utf8 = text.utf8
        return String(text[utf8.index(utf8.startIndex, offsetBy: offset + 1)...])
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x5F: true
        default: false
        }
    }

    static func upperCased(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { buffer in
            var count = 0
            for byte in bytes {
                buffer[count] = 0x61...0x7A ~= byte ? byte - 0x20 : byte
                count += 1
            }
            return count
        }
    }

    /// The beginning of a line for a message, without control characters.
    private static func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = Charset.utf8.decode(UnsafeBufferPointer(rebasing: bytes.prefix(120)))
        let shown = text.unicodeScalars.prefix(30).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        var result = String(String.UnicodeScalarView(shown))
        if text.unicodeScalars.count > 30 { result += "…" }
        return "“\(result)”"
    }
}

/// The reason that a line isn't valid.
struct LineFault: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
