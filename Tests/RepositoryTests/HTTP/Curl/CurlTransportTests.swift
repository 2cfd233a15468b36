import Foundation
import Loopback
import Repository
import Testing

@Suite(.timeLimit(.minutes(20))) struct CurlTransportTests {
    @Test func `status, fields and body arrive, and the request with its user as it was made`() async throws {
        try await withTransport(answering: .init(418, ["X-Tea: green"], text: "short")) { transport, server in
            let url = server.url.replacing("http://", with: "http://u:p@") + "/a?b=c"
            let headers = HTTPHeaderFields([("X-Ask", "yes"), ("X-Empty", "")])
            let response = try await transport.send(HTTPRequest(url: url, headers: headers))
            #expect(response.status == 418)
            #expect(response.headers["x-tea"] == "green")
            #expect(response.body == Array("short".utf8))
            #expect(server.targets == ["/a?b=c"])
            for field in ["X-Ask: yes", "X-Empty:", "Authorization: Basic dTpw"] {
                #expect(server.heads.first?.contains("\r\n\(field)\r\n") == true)
            }
        }
    }

    @Test func `a compressed body is unpacked`() async throws {
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA6tWKkotLs0pKVayio6tBQAKJ3yeDgAAAA=="))
        let size = String(packed.count, radix: 16)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n"
        let chunked = LoopbackServer.Answer(Array(head.utf8) + packed + Array("\r\n0\r\n\r\n".utf8))
        for answer in [.init(200, ["Content-Encoding: gzip"], body: Array(packed)), chunked] {
            try await withTransport(answering: answer) { transport, server async throws in
                let response = try await transport.send(HTTPRequest(url: server.url))
                #expect(String(decoding: response.body, as: UTF8.self) == #"{"results":[]}"#)
            }
        }
    }

    @Test func `an unusable address is reported, and an unknown host without its name`() async throws {
        try await withTransport { transport, _ async throws in
            for url in ["", "nonsense", "ftp://127.0.0.1/", "http://"] {
                #expect(await RequestPipeline.failure(of: transport, at: url)?.kind == .invalidURL)
            }
            let error = await RequestPipeline.failure(of: transport, at: "http://people.invalid/")
            #expect(error == HTTPTransportError(.unknownHost, "the host name could not be resolved"))
        }
    }

    @Test func `a second library is used when the first is missing`() async throws {
        let names = ["libcurl.so.none", "libcurl.so.4", "libcurl.4.dylib"]
        try await withTransport(CurlTransport(sizeLimit: 10, libraries: names)) { transport, server async throws in
            #expect(try await transport.send(HTTPRequest(url: server.url)).status == 200)
        }
    }

    @Test(arguments: [("X-A", "b\r\nX-C: d"), ("X-A", "b\nX-C: d"), ("X A", "b"), ("X-A:", "b"), ("", "b")])
    func `a field that would change the request is refused`(name: String, value: String) async throws {
        try await withTransport { transport, _ async throws in
            let request = HTTPRequest(url: "http://127.0.0.1:9/", headers: HTTPHeaderFields([(name, value)]))
            let error = await #expect(throws: HTTPTransportError.self) { try await transport.send(request) }
            #expect(error?.kind == .misconfigured)
            #expect(error?.message.contains("d") == true)
            #expect(error?.message.contains("X-C") == false)
        }
    }

    @Test func `a body is sent as it is, with its length and nothing else`() async throws {
        try await withTransport { transport, server async throws in
            for body in [Array("abc".utf8), []] {
                _ = try await transport.send(HTTPRequest(method: "POST", url: server.url, body: body))
            }
            #expect(server.heads.map { $0.hasPrefix("POST / HTTP/1.1\r\n") } == [true, true])
            #expect(server.heads.first?.contains("\r\nContent-Length: 3\r\n") == true)
            #expect(server.heads.last?.contains("\r\nContent-Length: 0\r\n") == true)
            #expect(server.heads.allSatisfy { !$0.contains("Content-Type") && !$0.contains("Expect") })
        }
    }

    @Test func `an answer to HEAD has the fields and no body`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".utf8)
        try await withTransport(answering: .init(head, ending: .hang)) { transport, server async throws in
            let response = try await transport.send(HTTPRequest(method: "HEAD", url: server.url))
            #expect(response.status == 200 && response.body.isEmpty)
            #expect(response.headers["content-length"] == "99999999999")
        }
    }

    @Test func `only the final answer counts: neither interim ones nor trailing fields`() async throws {
        let answer = """
            HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Last:  a\r\n  b \r\n\
            Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n
            """
        try await withTransport(answering: .init(Array(answer.utf8))) { transport, server async throws in
            let response = try await transport.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
            #expect(response.headers["X-Early"] == nil && response.headers["X-Trailer"] == nil)
            #expect(response.headers["X-Last"] == "a b")
            #expect(response.body == Array("{}".utf8))
        }
    }

    // MARK: The errors that failures of libcurl become

    private static let whole = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nabc"
    private static let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n"
    private static let fields = String(repeating: "X-Field: \(String(repeating: "x", count: 990))\r\n", count: 200)
    private static let many = String(repeating: " ", count: 1_001)

    /// What a server sends, what follows, and the failure that it is with at most 1,000 bytes.
    @Test(
        arguments: [
            (whole, .close, .brokenOff), (whole, .reset, .brokenOff), ("", .reset, .brokenOff),
            (chunk, .close, .brokenOff), (chunk + "0\r\n\r\n", .close, nil), ("SSH-2.0-x\r\n", .close, .brokenOff),
            // What is too large ends the request at once, though the connection stays open.
            ("HTTP/1.1 200 OK\r\n" + fields, .hang, .tooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", .hang, .tooLarge),
            ("HTTP/1.1 304 X\r\nContent-Length: 1001\r\n\r\n", .hang, nil),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + many, .hang, .tooLarge),
            ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + many, .hang, .tooLarge),
            ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + many.dropLast(), .close, nil),
        ] as [(String, LoopbackServer.Ending, HTTPTransportError.Kind?)]
    )
    func `a response that isn't whole is a failure`(
        text: String,
        end: LoopbackServer.Ending,
        kind: HTTPTransportError.Kind?
    )
        async throws
    {
        let answer = LoopbackServer.Answer(Array(text.utf8), ending: end)
        try await withTransport(CurlTransport(sizeLimit: 1_000), answering: answer) { transport, server async throws in
            #expect(await RequestPipeline.failure(of: transport, at: server.url)?.kind == kind)
        }
    }

    @Test func `many requests run at once`() async throws {
        try await withTransport { head, _ in
            .init(text: String(head.split(separator: " ")[1]))
        } _: { transport, server async throws in
            let bodies = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let request = HTTPRequest(url: "\(server.url)/\(number)", timeout: .seconds(3_600))
                        return String(decoding: try await transport.send(request).body, as: UTF8.self)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(bodies.sorted() == (0..<60).map { "/\($0)" }.sorted())
        }
    }

    @Test func `a connection is used again`() async throws {
        try await TLSServer.answering { server, port, file async throws in
            let transport = CurlTransport(certificateFile: file)
            for _ in 0..<3 { _ = try await transport.send(HTTPRequest(url: "https://localhost:\(port)/")) }
            await transport.shutdown()
            #expect(server.heads.count == 3)
            #expect(server.connectionCount == 1)
        }
    }
}
