/// Writes JSON without white space.
struct JSONSink: DocumentSink {
    private var writer: ByteWriter
    private var needsComma = false

    init(capacity: Int) {
        writer = ByteWriter(capacity: capacity)
    }

    mutating func beginObject(_ key: StaticString?) {
        separate()
        if let key { write(key) }
        writer.append(UInt8(ascii: "{"))
        needsComma = false
    }

    mutating func endObject() {
        writer.append(UInt8(ascii: "}"))
        needsComma = true
    }

    mutating func beginList(_ key: StaticString) {
        member(key)
        writer.append(UInt8(ascii: "["))
        needsComma = false
    }

    mutating func endList() {
        writer.append(UInt8(ascii: "]"))
        needsComma = true
    }

    mutating func text(_ key: StaticString, _ value: String) {
        member(key)
        writer.appendJSON(value)
    }

    mutating func integer(_ key: StaticString, _ value: Int) {
        member(key)
        writer.append(value)
    }

    mutating func number(_ key: StaticString, _ value: String) {
        member(key)
        writer.append(value)
    }

    mutating func null(_ key: StaticString) {
        member(key)
        writer.append("null" as StaticString)
    }

    mutating func finish() -> [UInt8] {
        writer.bytes
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { writer.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    @inline(__always)
    private mutating func member(_ key: StaticString) {
        separate()
        write(key)
    }

    @inline(__always)
    private mutating func write(_ key: StaticString) {
        writer.append(UInt8(ascii: "\""))
        writer.append(key)
        writer.append("\":" as StaticString)
    }
}

/// Writes JSON indented by two spaces.
struct PrettyJSONSink: DocumentSink {
    private var writer: ByteWriter
    private var depth = 0
    private var isEmpty = true

    init(capacity: Int) {
        writer = ByteWriter(capacity: capacity)
    }

    mutating func beginObject(_ key: StaticString?) {
        line(key)
        open(UInt8(ascii: "{"))
    }

    mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    mutating func beginList(_ key: StaticString) {
        line(key)
        open(UInt8(ascii: "["))
    }

    mutating func endList() {
        close(UInt8(ascii: "]"))
    }

    mutating func text(_ key: StaticString, _ value: String) {
        line(key)
        writer.appendJSON(value)
    }

    mutating func integer(_ key: StaticString, _ value: Int) {
        line(key)
        writer.append(value)
    }

    mutating func number(_ key: StaticString, _ value: String) {
        line(key)
        writer.append(value)
    }

    mutating func null(_ key: StaticString) {
        line(key)
        writer.append("null" as StaticString)
    }

    mutating func finish() -> [UInt8] {
        writer.bytes
    }

    private mutating func line(_ key: StaticString?) {
        if depth > 0 {
            if !isEmpty { writer.append(UInt8(ascii: ",")) }
            writer.append(UInt8(ascii: "\n"))
            writer.indent(depth * 2)
        }
        isEmpty = false
        if let key {
            writer.append(UInt8(ascii: "\""))
            writer.append(key)
            writer.append("\": " as StaticString)
        }
    }

    private mutating func open(_ bracket: UInt8) {
        writer.append(bracket)
        depth += 1
        isEmpty = true
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if !isEmpty {
            writer.append(UInt8(ascii: "\n"))
            writer.indent(depth * 2)
        }
        isEmpty = false
        writer.append(bracket)
    }
}
