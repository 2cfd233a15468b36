import Loopback
import Repository
import Testing

@Suite(.timeLimit(.minutes(20))) struct CurlLoopTests {
    @Test func `after the shutdown nothing is sent`() async throws {
        let transport = CurlTransport()
        await transport.shutdown()
        await #expect(throws: HTTPTransportError.self) {
            try await transport.send(HTTPRequest(url: "http://127.0.0.1:1/"))
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
            #expect(bodies.count == 60)
            #expect(Set(bodies) == Set((0..<60).map { "/\($0)" }))
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
