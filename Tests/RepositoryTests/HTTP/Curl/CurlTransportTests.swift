import Foundation
import Loopback
import Repository
import Testing

@Suite struct AsyncHTTPClientTransportTests {
    /// A million zeros, compressed a thousandfold.
    private static let bomb = """
        H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAK8GU2oxSkBCDwA=
        """

    private func with<Result>(
        sizeLimit: Int = 16 << 20,
        _ body: (AsyncHTTPClientTransport) async throws -> Result
    ) async throws -> Result {
        let transport = AsyncHTTPClientTransport(sizeLimit: sizeLimit, certificateFile: nil)
        do {
            let result = try await body(transport)
            await transport.shutdown()
            return result
        } catch {
            await transport.shutdown()
            throw error
        }
    }

    /// The failure of one request to a server that answers like this.
    private func failure(
        _ answer: LoopbackServer.Answer,
        sizeLimit: Int = 16 << 20,
        timeout: Duration = .seconds(120)
    ) async throws -> HTTPTransportError? {
        try await LoopbackServer.answering { _, _ in answer }.run { server in
            try await with(sizeLimit: sizeLimit) { transport in
                do {
                    _ = try await transport.send(HTTPRequest(url: server.url, timeout: timeout))
                    return nil
                } catch let error as HTTPTransportError {
                    return error
                }
            }
        }
    }

    @Test func `status, fields and body arrive, and the request as it was made`() async throws {
        try await LoopbackServer.answering { _, _ in .init(418, ["X-Tea: green"], text: "short") }.run { server in
            try await with { transport in
                let request = HTTPRequest(url: server.url + "/a?b=c", headers: HTTPHeaderFields([("X-Ask", "yes")]))
                let response = try await transport.send(request)
                #expect(response.status == 418)
                #expect(response.headers["x-tea"] == "green")
                #expect(response.body == Array("short".utf8))
                #expect(server.targets == ["/a?b=c"])
                #expect(server.heads.first?.contains("X-Ask: yes") == true)
            }
        }
    }

    @Test func `a refused connection is told at once`() async throws {
        let port = try UnservedPort()
        defer { port.giveBack() }
        try await with { transport in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await transport.send(HTTPRequest(url: port.url))
            }
            // A client that tried again until its time to connect was over would say that it timed out.
            #expect(error?.kind == .refused)
        }
    }

    @Test func `a server that says nothing runs into the timeout`() async throws {
        #expect(try await failure(.init([], ending: .hang), timeout: .milliseconds(200))?.kind == .timedOut)
    }

    @Test func `a body that stops runs into the timeout too`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)
        #expect(try await failure(.init(head, ending: .hang), timeout: .milliseconds(200))?.kind == .timedOut)
    }

    @Test func `a body that is cut off is no answer`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nabc".utf8)
        #expect(try await failure(.init(head))?.kind == .brokenOff)
    }

    @Test func `a reset is no answer`() async throws {
        #expect(try await failure(.init([], ending: .reset))?.kind == .brokenOff)
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)
        #expect(try await failure(.init(head, ending: .reset))?.kind == .brokenOff)
    }

    @Test func `more bytes than the limit are not read`() async throws {
        let big = [UInt8](repeating: 32, count: 1001)
        #expect(try await failure(.init(200, body: big), sizeLimit: 1000)?.kind == .tooLarge)
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n"
        #expect(try await failure(.init(Array(chunked.utf8) + big + [13, 10]), sizeLimit: 1000)?.kind == .tooLarge)
        #expect(try await failure(.init(200, body: big), sizeLimit: 1001) == nil)
    }

    @Test func `a compressed body is unpacked`() async throws {
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA6tWKkotLs0pKVayio6tBQAKJ3yeDgAAAA=="))
        try await LoopbackServer.answering { _, _ in
            .init(200, ["Content-Encoding: gzip"], body: Array(packed))
        }.run { server in
            try await with { transport in
                let response = try await transport.send(HTTPRequest(url: server.url))
                #expect(String(decoding: response.body, as: UTF8.self) == #"{"results":[]}"#)
            }
        }
    }

    @Test func `a bomb is not unpacked`() async throws {
        let packed = try #require(Data(base64Encoded: Self.bomb))
        #expect(try await failure(.init(200, ["Content-Encoding: gzip"], body: Array(packed)))?.kind == .tooLarge)
    }

    @Test func `cancelling the task ends the exchange at once`() async throws {
        let (started, starter) = AsyncStream<Void>.makeStream()
        try await LoopbackServer.answering { _, _ in
            starter.yield()
            return .init([], ending: .hang)
        }.run { server in
            try await with { transport in
                let task = Task { try await transport.send(HTTPRequest(url: server.url, timeout: .seconds(30))) }
                for await _ in started { break }
                task.cancel()
                // Had it waited for the server, it would have thrown that the time was over.
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test func `after the shutdown nothing is sent`() async throws {
        let transport = AsyncHTTPClientTransport()
        await transport.shutdown()
        await #expect(throws: HTTPTransportError.self) {
            try await transport.send(HTTPRequest(url: "http://127.0.0.1:1/"))
        }
    }

    @Test(arguments: ["", "nonsense", "ftp://127.0.0.1/", "http://"])
    func `an address that cannot be asked is told`(url: String) async throws {
        try await with { transport in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await transport.send(HTTPRequest(url: url))
            }
            #expect(error?.kind == .invalidURL)
        }
    }
}
