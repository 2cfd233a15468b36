/// A format that is told a document piece by piece and writes it down at once.
///
/// Nothing is built in between, so that 5,000 people cost no more memory than their bytes.
protocol DocumentSink {
    /// Begins an object: a member of the object around it, or without a key an item of the list around it.
    mutating func beginObject(_ key: StaticString?)
    mutating func endObject()
    mutating func beginList(_ key: StaticString)
    mutating func endList()
    mutating func text(_ key: StaticString, _ value: String)
    mutating func integer(_ key: StaticString, _ value: Int)
    /// A number that is written already.
    mutating func number(_ key: StaticString, _ value: String)
    mutating func null(_ key: StaticString)
    /// The bytes of the finished document.
    mutating func finish() -> [UInt8]
}
