/// Writes CSV: a line of column names, then one line for each person; the rest of a document is left out.
struct CSVSink: DocumentSink {
    private var header = ByteWriter(capacity: 512)
    private var rows: ByteWriter
    private var path: [StaticString] = []
    private var isInList = false
    private var isHeaderDone = false
    private var isFirstColumn = true

    init(capacity: Int) {
        rows = ByteWriter(capacity: capacity / 2)
    }

    mutating func beginObject(_ key: StaticString?) {
        if let key {
            path.append(key)
        } else if isInList {
            isFirstColumn = true
        }
    }

    mutating func endObject() {
        if path.popLast() == nil, isInList {
            rows.append(UInt8(ascii: "\n"))
            isHeaderDone = true
        }
    }

    mutating func beginList(_ key: StaticString) {
        isInList = true
    }

    mutating func endList() {
        isInList = false
    }

    mutating func text(_ key: StaticString, _ value: String) {
        guard isInList else { return }
        column(key)
        let needsQuotes = value.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 < 0x20 }
        if needsQuotes {
            rows.append(UInt8(ascii: "\""))
            for byte in value.utf8 {
                if byte == UInt8(ascii: "\"") { rows.append(byte) }
                rows.append(byte)
            }
            rows.append(UInt8(ascii: "\""))
        } else {
            rows.append(value)
        }
    }

    mutating func integer(_ key: StaticString, _ value: Int) {
        guard isInList else { return }
        column(key)
        rows.append(value)
    }

    mutating func number(_ key: StaticString, _ value: String) {
        guard isInList else { return }
        column(key)
        rows.append(value)
    }

    mutating func null(_ key: StaticString) {
        guard isInList else { return }
        column(key)
        rows.append("null" as StaticString)
    }

    mutating func finish() -> [UInt8] {
        header.bytes + [UInt8(ascii: "\n")] + rows.bytes
    }

    private mutating func column(_ key: StaticString) {
        if !isFirstColumn { rows.append(UInt8(ascii: ",")) }
        if !isHeaderDone {
            if !isFirstColumn { header.append(UInt8(ascii: ",")) }
            for part in path {
                header.append(part)
                header.append(UInt8(ascii: "."))
            }
            header.append(key)
        }
        isFirstColumn = false
    }
}
