/// Reads CSV strictly by RFC 4180.
enum CSVReader {
    /// The rows below the header, each as values by column.
    static func rows(_ text: String) throws -> (columns: [String], rows: [[String: String]]) {
        var lines = try records(Array(text.utf8))
        guard !lines.isEmpty else { throw WireError("there is no header") }
        let columns = lines.removeFirst()
        guard Set(columns).count == columns.count else { throw WireError("a column is there twice: \(columns)") }
        let rows = try lines.map { line in
            guard line.count == columns.count else {
                throw WireError("a row has \(line.count) values for \(columns.count) columns")
            }
            return Dictionary(uniqueKeysWithValues: zip(columns, line))
        }
        return (columns, rows)
    }

    private static func records(_ bytes: [UInt8]) throws -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var position = 0
        while position < bytes.count {
            record.append(try value(bytes, &position))
            guard position < bytes.count else { throw WireError("the last row does not end") }
            switch bytes[position] {
            case UInt8(ascii: ","): break
            case UInt8(ascii: "\n"):
                records.append(record)
                record = []
            case let byte: throw WireError("a value is followed by the byte \(byte)")
            }
            position += 1
        }
        guard record.isEmpty else { throw WireError("the last row does not end") }
        return records
    }

    private static func value(_ bytes: [UInt8], _ position: inout Int) throws -> String {
        var value: [UInt8] = []
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            while position < bytes.count, ![UInt8(ascii: ","), UInt8(ascii: "\n")].contains(bytes[position]) {
                guard bytes[position] != UInt8(ascii: "\"") else { throw WireError("a quotation mark stands alone") }
                value.append(bytes[position])
                position += 1
            }
            return try text(value)
        }
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte != UInt8(ascii: "\"") {
                value.append(byte)
            } else if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
                value.append(byte)
                position += 1
            } else {
                return try text(value)
            }
        }
        throw WireError("a quotation does not end")
    }

    private static func text(_ bytes: [UInt8]) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw WireError("a value is no UTF-8") }
        return text
    }
}
