import CSQLite

/// The texts of a row, packed into one block of memory and decoded on access.
///
/// A contact's row has two dozen texts. In one block they are copied and freed at once, and bound to a statement without
/// decoding them.
struct PackedTexts: Equatable, Sendable {
    /// The end offset of each text, then the bytes of all texts.
    private let bytes: [UInt8]
    /// The number of texts.
    let count: Int

    /// The flag in the end offset of a text that is `nil`.
    private static let missing: UInt32 = 1 << 31

    /// Copies the texts of the columns of the statement's current row.
    init(_ statement: OpaquePointer, _ columns: Range<Int32>) {
        count = columns.count
        bytes = withUnsafeTemporaryAllocation(of: UnsafeBufferPointer<UInt8>.self, capacity: columns.count) { texts in
            for (index, column) in columns.enumerated() {
                texts.initializeElement(at: index, to: SQLiteStatement.bytes(statement, column))
            }
            return Self.packed(texts.count, size: texts.reduce(0) { $0 + $1.count }) { index, place in
                guard texts[index].baseAddress != nil else { return nil }
                place.copyMemory(from: UnsafeRawBufferPointer(texts[index]))
                return texts[index].count
            }
        }
    }

    /// Copies the texts, which may be `nil`.
    init(_ texts: [String?]) {
        count = texts.count
        bytes = Self.packed(texts.count, size: texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }) { index, place in
            texts[index].map { text in
                UnsafeMutableBufferPointer(rebasing: place.bindMemory(to: UInt8.self)[...])
                    .update(fromContentsOf: text.utf8)
            }
        }
    }

    /// The size of the block in bytes.
    var size: Int { bytes.count }

    /// The text with the number, from 0.
    subscript(index: Int) -> String? {
        bytes.withUnsafeBytes { block in
            text(index, in: block).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Calls `each` with the number and the bytes of each text from `first` on, then `body`.
    ///
    /// The bytes are valid until `body` has returned.
    func withBytes(
        from first: Int,
        each: (Int, UnsafeRawBufferPointer?) throws -> Void,
        then body: () throws -> Void
    ) rethrows {
        try bytes.withUnsafeBytes { block in
            for index in first..<count { try each(index, text(index, in: block)) }
            try body()
        }
    }

    private func text(_ index: Int, in block: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        func end(_ index: Int) -> UInt32 {
            block.loadUnaligned(fromByteOffset: index * MemoryLayout<UInt32>.size, as: UInt32.self)
        }
        let last = end(index)
        guard last & Self.missing == 0 else { return nil }
        let start = index == 0 ? Self.head(count) : Int(end(index - 1) & ~Self.missing)
        return UnsafeRawBufferPointer(rebasing: block[start..<Int(last)])
    }

    private static func head(_ count: Int) -> Int { count * MemoryLayout<UInt32>.size }

    /// Builds the block for `count` texts of `size` bytes in total.
    ///
    /// `copy` writes the text with the number to the buffer and returns its length, `nil` for a text that is `nil`.
    private static func packed(
        _ count: Int,
        size: Int,
        copy: (Int, UnsafeMutableRawBufferPointer) -> Int?
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: head(count) + size) { bytes, used in
            let block = UnsafeMutableRawBufferPointer(bytes)
            var end = head(count)
            for index in 0..<count {
                let length = copy(index, UnsafeMutableRawBufferPointer(rebasing: block[end...]))
                end += length ?? 0
                block.storeBytes(
                    of: UInt32(end) | (length == nil ? missing : 0),
                    toByteOffset: index * MemoryLayout<UInt32>.size,
                    as: UInt32.self
                )
            }
            used = end
        }
    }
}
