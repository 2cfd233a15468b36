import Repository

/// A way to write contacts one page after the other, so that memory stays flat however many there are.
protocol ContactFormat {
    /// The bytes of the next contacts, in order.
    mutating func page(_ contacts: [Contact]) -> [UInt8]

    /// The bytes after the last page; called once, after no page at all too.
    mutating func end() -> [UInt8]
}
