/// An answer and how its bytes go onto the wire.
struct WireAnswer: Sendable {
    /// What the server says of the body's length.
    enum Length: Sendable {
        /// The real length.
        case exact
        /// Nothing; the body is chunked.
        case unannounced
        /// This length, right or wrong; the connection is closed after the body.
        case announced(Int)
    }

    /// How a connection ends after the last byte that is sent.
    enum Ending: Sendable {
        case closed
        case reset
    }

    var status: Int
    var headers: [ServerReply.Header]
    var body: WireBody
    var length = Length.exact
    /// The number of bytes between two pauses of a tenth of a second; nil sends without pauses.
    var pieceSize: Int?
    /// The number of bytes of the body that are sent; nil sends them all.
    var limit: Int?
    /// How the connection ends after `limit` bytes, or after a body whose length is announced wrongly.
    var ending = Ending.closed
}

/// The bytes of an answer.
enum WireBody: Sendable {
    case bytes([UInt8])
    /// A JSON object of this size, which is valid and mostly blanks.
    case blankJSON(size: Int)

    private static let blankStart = Array("{\"results\":[".utf8)
    private static let blankEnd = Array("]}".utf8)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .blankJSON(let size): max(size, Self.blankStart.count + Self.blankEnd.count)
        }
    }

    /// Copies the bytes from `position` on, as many as there are and fit; returns their number.
    func copy(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let length = min(buffer.count, count - position)
        guard length > 0 else { return 0 }
        switch self {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + length]))
            }
        case .blankJSON:
            let endStart = count - Self.blankEnd.count
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]).initializeMemory(
                as: UInt8.self,
                repeating: UInt8(ascii: " ")
            )
            for (start, text) in [(0, Self.blankStart), (endStart, Self.blankEnd)] {
                for (index, byte) in text.enumerated() where (position..<position + length).contains(start + index) {
                    buffer[start + index - position] = byte
                }
            }
        }
        return length
    }
}

/// How a request ends.
enum Outcome: Sendable {
    case answer(WireAnswer)
    /// The connection is closed without an answer.
    case close
    /// The connection is reset without an answer.
    case reset
    /// Nothing is sent; the connection stays until the client or the server ends it.
    case hang
}
