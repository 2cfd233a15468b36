import CSQLite

/// Texts of a row in one block, copied at once; each is made a text when it is looked at.
struct SQLiteTexts: Equatable, Sendable {
    /// For each text where it ends, then all of them.
    private let bytes: [UInt8]
    /// How many texts there are.
    let count: Int

    /// Beside the end of a text that is not there.
    private static let missing: UInt32 = 1 << 31

    /// Copies the texts of the columns of the row at which the statement stands.
    init(_ statement: OpaquePointer, _ columns: Range<Int32>) {
        let count = columns.count
        self.count = count
        bytes = withUnsafeTemporaryAllocation(of: UnsafeBufferPointer<UInt8>.self, capacity: count) { texts in
            let head = count * MemoryLayout<UInt32>.size
            var size = head
            for (index, column) in columns.enumerated() {
                // The address comes first: asking for it may convert what is there.
                let start = sqlite3_column_text(statement, column)
                let text = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
                texts.initializeElement(at: index, to: text)
                size += text.count
            }
            return [UInt8](unsafeUninitializedCapacity: size) { bytes, used in
                used = size
                let block = UnsafeMutableRawBufferPointer(bytes)
                var end = head
                for (index, text) in texts.enumerated() {
                    UnsafeMutableRawBufferPointer(rebasing: block[end..<end + text.count])
                        .copyMemory(from: UnsafeRawBufferPointer(text))
                    end += text.count
                    let mark = text.baseAddress == nil ? Self.missing : 0
                    block.storeBytes(
                        of: UInt32(end) | mark,
                        toByteOffset: index * MemoryLayout<UInt32>.size,
                        as: UInt32.self
                    )
                }
            }
        }
    }

    /// The bytes of all texts.
    var size: Int { bytes.count }

    /// A text, from 0; `nil` when the column was NULL.
    subscript(index: Int) -> String? {
        bytes.withUnsafeBytes { block in
            func end(_ index: Int) -> UInt32 {
                block.loadUnaligned(fromByteOffset: index * MemoryLayout<UInt32>.size, as: UInt32.self)
            }
            let last = end(index)
            guard last & Self.missing == 0 else { return nil }
            let head = count * MemoryLayout<UInt32>.size
            let start = index == 0 ? head : Int(end(index - 1) & ~Self.missing)
            return String(decoding: UnsafeRawBufferPointer(rebasing: block[start..<Int(last)]), as: UTF8.self)
        }
    }
}
