import Loopback
import Repository
import Testing

/// Limits on the size of a response, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct SizeTests {
    private typealias Answer = LoopbackServer.Answer

    /// The failure of a request to a server that sends this text and keeps the connection open.
    private func failure(_ text: String, limit: Int = 1_000) async throws -> HTTPTransportError? {
        let transport = CurlTransport(sizeLimit: limit, certificateFile: nil)
        return try await RequestPipeline(limit: 3, transport: transport).failure(
            timeout: .seconds(20),
            answering: Answer(Array(text.utf8), ending: .hang)
        )
    }

    @Test func `size: a Content-Length beyond the limit ends the request at once`() async throws {
        #expect(try await failure("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")?.kind == .tooLarge)
    }

    @Test func `size: the Content-Length of a 304 does not count`() async throws {
        #expect(try await failure("HTTP/1.1 304 X\r\nContent-Length: 1001\r\n\r\n") == nil)
    }

    @Test func `size: a body of unknown length is read up to the limit`() async throws {
        let chunk = "3e9\r\n" + String(repeating: " ", count: 1_001)
        #expect(try await failure("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)")?.kind == .tooLarge)
        let whole = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + String(repeating: " ", count: 1_001)
        #expect(try await failure(whole)?.kind == .tooLarge)
    }

    @Test func `size: sixteen megabytes are read, one byte more is refused`() async throws {
        for (size, isRead) in [(16 << 20, true), (16 << 20 + 1, false)] {
            // Only the number of bytes may end the request, not the speed of a busy machine.
            let transport = CurlTransport(idleTimeout: .zero)
            let head = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
            let answer = Answer(head + [UInt8](repeating: 32, count: size))
            let error = try await RequestPipeline(limit: 0, transport: transport).failure(
                timeout: .seconds(3_600),
                answering: answer
            )
            #expect(error?.kind == (isRead ? nil : .tooLarge))
        }
    }
}
