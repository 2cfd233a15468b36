import CMicroHTTPD

/// Hands the body of an answer to libmicrohttpd, one block after the other.
///
/// Not Sendable: only the polling thread uses it.
final class BodyReader {
    private let answer: WireAnswer
    private let exchange: Exchange
    private let connection: Connection
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The number of bytes that are sent before the connection ends, or the body does.
    private let end: Int
    /// The position before which a dripping body pauses next.
    private var nextPause = 0

    init(
        _ answer: WireAnswer,
        exchange: Exchange,
        connection: Connection,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.answer = answer
        self.exchange = exchange
        self.connection = connection
        self.sleep = sleep
        end = min(answer.limit ?? .max, answer.body.count)
    }

    /// Fills the buffer from `position` on, as `MHD_ContentReaderCallback` wants it.
    func read(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if exchange.isAborted { return CMHD_END_WITH_ERROR }
        if position >= end {
            if answer.ending == .reset { TCPSocket.reset(connection.socket) }
            return CMHD_END_OF_STREAM
        }
        var stop = end
        if let pieceSize = answer.pieceSize {
            if position == nextPause {
                nextPause += pieceSize
                let isSuspended = exchange.suspend(connection) { [sleep] in try? await sleep(.milliseconds(100)) }
                return isSuspended ? 0 : CMHD_END_WITH_ERROR
            }
            stop = min(end, nextPause)
        }
        let room = min(buffer.count, stop - position)
        return answer.body.copy(from: position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
    }
}
