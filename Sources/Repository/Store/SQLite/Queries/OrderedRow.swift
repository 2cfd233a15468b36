/// A row with its position in the order of a query.
struct OrderedRow {
    let number: Int64
    private let position: CursorPosition
    /// The first bytes of the key, which decide most comparisons.
    private let start: UInt64

    init(_ position: CursorPosition, number: Int64) {
        self.position = position
        self.number = number
        start = UInt64(leadingBytesOf: position.key)
    }
}

extension OrderedRow: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        left.start == right.start ? left.position < right.position : left.start < right.start
    }

    static func == (left: Self, right: Self) -> Bool { left.position == right.position }
}

extension UInt64 {
    /// The first eight bytes of the text in big-endian order; missing bytes are 0.
    ///
    /// Two such numbers compare like the bytes of the texts, or are equal.
    init(leadingBytesOf text: String) {
        var bytes = text.utf8.makeIterator()
        self = (0..<8).reduce(0) { number, _ in number << 8 | UInt64(bytes.next() ?? 0) }
    }
}

/// A set of row numbers: a bitmap, unless a number is so large that few rows can be below it.
struct RowBitmap {
    private var bits: [UInt64]
    private var others: Set<Int64> = []

    /// The largest row number of a bitmap, which has 16 MB then.
    private static let limit: Int64 = 1 << 27

    init(_ numbers: [Int64], upTo largest: Int64) {
        bits = Array(repeating: 0, count: Int(min(max(largest, 0), Self.limit) / 64) + 1)
        for number in numbers {
            if let (index, bit) = place(number) { bits[index] |= bit } else { others.insert(number) }
        }
    }

    func contains(_ number: Int64) -> Bool {
        if let (index, bit) = place(number) { bits[index] & bit != 0 } else { others.contains(number) }
    }

    private func place(_ number: Int64) -> (index: Int, bit: UInt64)? {
        guard number >= 0, number / 64 < Int64(bits.count) else { return nil }
        return (Int(number / 64), 1 << UInt64(number % 64))
    }
}
