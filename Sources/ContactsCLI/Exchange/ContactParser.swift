/// Takes the bytes of a file as they come and gives contacts, in memory that does not grow with the file.
protocol ContactParser: Sendable {
    /// Takes more bytes.
    mutating func append(_ bytes: [UInt8])

    /// Says that there are no more.
    mutating func finish()

    /// What comes next; `nil` when more bytes are needed, or at the end.
    mutating func next() -> ParsedContact?
}
