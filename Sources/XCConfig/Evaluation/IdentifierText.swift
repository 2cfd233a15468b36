/// Texts made fit to be identifiers and list elements.
enum IdentifierText {
    /// Replaces what a C identifier may not have with underscores.
    static func cIdentifier(_ text: String) -> String {
        replacingUnfit(in: text, allowed: "_", replacement: "_")
    }

    /// Replaces what a label of RFC 1034 may not have with dashes.
    static func rfc1034Identifier(_ text: String) -> String {
        replacingUnfit(in: text, allowed: "-", replacement: "-")
    }

    /// Puts a backslash before blanks, backslashes and quotation marks, so that a list reads the text as one element.
    static func quoted(_ text: String) -> String {
        guard !text.isEmpty else { return "\"\"" }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                bytes.append(UInt8(ascii: "\\"))
            default:
                break
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func replacingUnfit(in text: String, allowed: Character, replacement: Character) -> String {
        var result = ""
        for character in text {
            let isFit =
                switch character {
                case "A"..."Z", "a"..."z", allowed: true
                case "0"..."9": !result.isEmpty
                default: false
                }
            result.append(isFit ? character : replacement)
        }
        return result
    }
}
