/// Writes text as a JSON string in UTF-8.
///
/// Escapes quotation marks, backslashes and the characters below U+0020, as JSON requires; everything else, including
/// DEL, slashes and letters outside ASCII, stays as it is.
package enum JSONString {
    /// The escapes for characters below U+0020.
    package enum ControlEscapes: Sendable {
        /// `\b`, `\f`, `\n`, `\r` and `\t` where JSON has a short form, otherwise four digits.
        case short
        /// Always four digits, `\u000a`: the form used in the database since its first version.
        case digits
    }

    /// Appends the text in quotation marks.
    package static func append(_ text: String, to bytes: inout [UInt8], controls: ControlEscapes = .short) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendRuns($0, to: &bytes, controls) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the text in quotation marks, and also escapes characters that JSON allows unescaped.
    ///
    /// This is for terminals: programs read the same value, but the characters have no effect on the screen. `isUnsafe`
    /// selects the characters; only those in the Basic Multilingual Plane can be escaped.
    package static func append(
        _ text: String,
        to bytes: inout [UInt8],
        escapingAlso isUnsafe: (Unicode.Scalar) -> Bool
    ) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            if scalar.isASCII, needsEscape(UInt8(ascii: scalar)) {
                appendEscape(of: UInt8(ascii: scalar), to: &bytes, .short)
            } else if scalar.value <= 0xFFFF, isUnsafe(scalar) {
                appendDigits(UInt16(scalar.value), to: &bytes)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Copies runs of bytes that need no escape in one go: most texts are a single run.
    private static func appendRuns(
        _ text: UnsafeBufferPointer<UInt8>,
        to bytes: inout [UInt8],
        _ controls: ControlEscapes
    ) {
        var start = 0
        for index in text.indices where needsEscape(text[index]) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            appendEscape(of: text[index], to: &bytes, controls)
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8], _ controls: ControlEscapes) {
        let letter: Unicode.Scalar? =
            switch (byte, controls) {
            case (UInt8(ascii: "\""), _): "\""
            case (UInt8(ascii: "\\"), _): "\\"
            case (0x08, .short): "b"
            case (0x09, .short): "t"
            case (0x0A, .short): "n"
            case (0x0C, .short): "f"
            case (0x0D, .short): "r"
            default: nil
            }
        guard let letter else { return appendDigits(UInt16(byte), to: &bytes) }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: letter))
    }

    private static func appendDigits(_ value: UInt16, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: "u"))
        for shift in [UInt16(12), 8, 4, 0] {
            bytes.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: value >> shift) & 15))
        }
    }
}
