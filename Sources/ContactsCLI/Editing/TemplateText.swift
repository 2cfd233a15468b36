/// The escapes of a template: `\n`, `\r`, `\t`, `\\`, and `\u{…}` for what an editor or a terminal would act on.
enum TemplateText {
    /// The text as one harmless line.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{2028}", "\u{2029}": result += "\\u{\(String(scalar.value, radix: 16))}"
            case _ where TerminalText.isHarmful(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text behind the escapes; a backslash that begins none stands for itself.
    static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.first else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch next {
            case "\\": result += "\\"
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "u":
                guard let end = rest.firstIndex(of: "}"),
                    rest.dropFirst().first == "{",
                    let value = UInt32(String(rest[..<end].dropFirst(2)), radix: 16),
                    let named = Unicode.Scalar(value)
                else {
                    result += "\\"
                    continue
                }
                result.unicodeScalars.append(named)
                rest = rest[end...]
            default:
                result += "\\"
                continue
            }
            rest.removeFirst()
        }
        return result
    }
}
