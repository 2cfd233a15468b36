/// Writes YAML indented by four spaces; objects inside a person's objects are written on one line.
struct YAMLSink: DocumentSink {
    private var writer: ByteWriter
    private var depth = 0
    /// The depth of the object that is written on one line; nil outside of one.
    private var inlineDepth: Int?
    private var isFirstInline = true
    /// Whether an object has begun and no member has been written yet.
    private var isEmpty = true

    init(capacity: Int) {
        writer = ByteWriter(capacity: capacity)
    }

    mutating func beginObject(_ key: StaticString?) {
        defer { depth += 1 }
        guard let key else {
            guard depth > 0 else { return }
            writer.indent((depth - 1) * 4)
            writer.append("-\n" as StaticString)
            isEmpty = true
            return
        }
        writeKey(key)
        if inlineDepth == nil, depth >= 4 {
            inlineDepth = depth
            isFirstInline = true
            writer.append(" {" as StaticString)
        } else {
            writer.append(UInt8(ascii: "\n"))
        }
    }

    mutating func endObject() {
        depth -= 1
        if inlineDepth == depth {
            writer.append("}\n" as StaticString)
            inlineDepth = nil
        } else if depth == 2, isEmpty {
            writer.indent(8)
            writer.append("{}\n" as StaticString)
            isEmpty = false
        }
    }

    mutating func beginList(_ key: StaticString) {
        writeKey(key)
        writer.append(UInt8(ascii: "\n"))
        depth += 1
    }

    mutating func endList() {
        depth -= 1
    }

    mutating func text(_ key: StaticString, _ value: String) {
        writeKey(key)
        writer.append(UInt8(ascii: " "))
        writeScalar(value)
        endScalar()
    }

    mutating func integer(_ key: StaticString, _ value: Int) {
        number(key, String(value))
    }

    mutating func number(_ key: StaticString, _ value: String) {
        writeKey(key)
        writer.append(UInt8(ascii: " "))
        writer.append(value)
        endScalar()
    }

    mutating func null(_ key: StaticString) {
        number(key, "null")
    }

    mutating func finish() -> [UInt8] {
        writer.bytes
    }

    private mutating func endScalar() {
        if inlineDepth == nil { writer.append(UInt8(ascii: "\n")) }
    }

    private mutating func writeKey(_ key: StaticString) {
        isEmpty = false
        if inlineDepth == nil {
            writer.indent((depth - 1) * 4)
        } else {
            if !isFirstInline { writer.append(", " as StaticString) }
            isFirstInline = false
        }
        writer.append(key)
        writer.append(UInt8(ascii: ":"))
    }

    private mutating func writeScalar(_ value: String) {
        if value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
            writer.appendJSON(value)
        } else if Self.isPlain(value) {
            writer.append(value)
        } else {
            writer.append(UInt8(ascii: "'"))
            for byte in value.utf8 {
                if byte == UInt8(ascii: "'") { writer.append(byte) }
                writer.append(byte)
            }
            writer.append(UInt8(ascii: "'"))
        }
    }

    /// Whether the text can be written without quotation marks.
    ///
    /// `NO` is a nation, and to some readers a truth value.
    private static func isPlain(_ value: String) -> Bool {
        guard let first = value.utf8.first, !reserved.contains(value.lowercased()) else { return false }
        let isLetter = first >= 0x80 || (first | 0x20) >= UInt8(ascii: "a") && (first | 0x20) <= UInt8(ascii: "z")
        return isLetter && !value.utf8.contains { " '\":{}[],&*#?|>%@`!=".utf8.contains($0) }
    }

    private static let reserved: Set<String> = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
    ]
}
