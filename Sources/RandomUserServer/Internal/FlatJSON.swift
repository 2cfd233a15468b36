/// Reads a JSON object whose values are texts, which is all that a login sends.
enum FlatJSON {
    static func strings(_ bytes: [UInt8]) -> [String: String]? {
        var reader = Reader(bytes: bytes)
        return reader.object()
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        mutating func object() -> [String: String]? {
            var fields: [String: String] = [:]
            guard take("{") else { return nil }
            if take("}") { return fields }
            repeat {
                guard let key = string(), take(":"), let value = string() else { return nil }
                fields[key] = value
            } while take(",")
            return take("}") ? fields : nil
        }

        private mutating func take(_ letter: Unicode.Scalar) -> Bool {
            while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: letter) else { return false }
            position += 1
            return true
        }

        private mutating func string() -> String? {
            guard take("\"") else { return nil }
            var text: [UInt8] = []
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    text.append(contentsOf: String(Character(scalar)).utf8)
                default: text.append(byte)
                }
            }
            return nil
        }

        /// An escape of one letter or of four digits; pairs of surrogates are not read.
        private mutating func escape() -> Unicode.Scalar? {
            guard position < bytes.count else { return nil }
            let letter = bytes[position]
            position += 1
            switch letter {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "u"):
                guard position + 4 <= bytes.count else { return nil }
                defer { position += 4 }
                let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
                return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
            default: return nil
            }
        }
    }
}
