extension UInt64 {
    /// The first eight bytes of the text, the first of them highest; zeros in place of those that it does not have.
    ///
    /// Two such numbers are in the order of the texts' bytes, or equal.
    init(leadingBytesOf text: String) {
        var bytes = text.utf8.makeIterator()
        self = (0..<8).reduce(0) { number, _ in number << 8 | UInt64(bytes.next() ?? 0) }
    }
}
