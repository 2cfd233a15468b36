import CSQLite

/// Texts of a row in one block of memory; each is made a text when it is looked at.
///
/// A row of a contact has two dozen texts. In one block they are copied at once, given back at once, and bound to a
/// statement without a look at each text.
struct PackedTexts: Equatable, Sendable {
    /// For each text where it ends, then all of them.
    private let bytes: [UInt8]
    /// How many texts there are.
    let count: Int

    /// Beside the end of a text that is not there.
    private static let missing: UInt32 = 1 << 31

    /// Copies the texts of the columns of the row at which the statement stands.
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

    /// Copies the texts; `nil` is none.
    init(_ texts: [String?]) {
        count = texts.count
        bytes = Self.packed(texts.count, size: texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }) { index, place in
            texts[index].map { text in
                UnsafeMutableBufferPointer(rebasing: place.bindMemory(to: UInt8.self)[...])
                    .update(fromContentsOf: text.utf8)
            }
        }
    }

    /// The bytes of all texts.
    var size: Int { bytes.count }

    /// A text, from 0; `nil` when there is none.
    subscript(index: Int) -> String? {
        bytes.withUnsafeBytes { block in
            text(index, in: block).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Runs `each` on the place, from 0, and the bytes of each text from the place `first` on, and then `body`; meanwhile
    /// the bytes stay where they are.
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

    /// The block of so many texts of so many bytes; `copy` writes the text with a number to the place that begins there,
    /// and returns its length, `nil` when there is none.
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
