/// Writes XML: a root named `user`, and for a list one element of its name for each item.
struct XMLSink: DocumentSink {
    private var writer: ByteWriter
    private var open: [StaticString] = []
    private var listName: StaticString = "results"

    init(capacity: Int) {
        writer = ByteWriter(capacity: capacity)
        writer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" as StaticString)
    }

    mutating func beginObject(_ key: StaticString?) {
        let name = key ?? (open.isEmpty ? "user" : listName)
        writer.indent(open.count, with: UInt8(ascii: "\t"))
        tag(name, "<")
        writer.append(UInt8(ascii: "\n"))
        open.append(name)
    }

    mutating func endObject() {
        guard let name = open.popLast() else { return }
        writer.indent(open.count, with: UInt8(ascii: "\t"))
        tag(name, "</")
        writer.append(UInt8(ascii: "\n"))
    }

    mutating func beginList(_ key: StaticString) {
        listName = key
    }

    mutating func endList() {}

    mutating func text(_ key: StaticString, _ value: String) {
        writer.indent(open.count, with: UInt8(ascii: "\t"))
        tag(key, "<")
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "&"): writer.append("&amp;" as StaticString)
            case UInt8(ascii: "<"): writer.append("&lt;" as StaticString)
            case UInt8(ascii: ">"): writer.append("&gt;" as StaticString)
            // XML 1.0 cannot represent other control characters.
            case ..<0x20 where byte != 0x09 && byte != 0x0a: writer.append(UInt8(ascii: "?"))
            default: writer.append(byte)
            }
        }
        tag(key, "</")
        writer.append(UInt8(ascii: "\n"))
    }

    mutating func integer(_ key: StaticString, _ value: Int) {
        text(key, String(value))
    }

    mutating func number(_ key: StaticString, _ value: String) {
        text(key, value)
    }

    mutating func null(_ key: StaticString) {
        writer.indent(open.count, with: UInt8(ascii: "\t"))
        writer.append(UInt8(ascii: "<"))
        writer.append(key)
        writer.append("/>\n" as StaticString)
    }

    mutating func finish() -> [UInt8] {
        writer.bytes
    }

    private mutating func tag(_ name: StaticString, _ bracket: StaticString) {
        writer.append(bracket)
        writer.append(name)
        writer.append(UInt8(ascii: ">"))
    }
}
