/// The place of a row in the order of a query.
struct OrderedPlace {
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

extension OrderedPlace: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        left.start == right.start ? left.position < right.position : left.start < right.start
    }

    static func == (left: Self, right: Self) -> Bool { left.position == right.position }
}
