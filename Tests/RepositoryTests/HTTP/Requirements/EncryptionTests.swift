import Loopback
import Repository
import Testing

/// Certificates of encrypted connections.
@Suite struct EncryptionTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `TLS: no request is sent before the handshake`() async throws {
        try await RequestPipeline(limit: 0).run { _, _ in
            Answer(text: "{}")
        } _: { client, server async throws in
            let url = server.url.replacing("http:", with: "https:")
            await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(url: url, timeout: .milliseconds(300)))
            }
            #expect(server.heads.allSatisfy { !$0.contains("s3cret") })
        }
    }

    @Test func `TLS: an untrusted certificate is refused once, before a request is sent`() async throws {
        try await TLSServer.answering { server, port, _ async throws in
            let clock = InstantClock()
            try await RequestPipeline(clock: clock).run { client, _ async throws in
                let error = await RequestPipeline.failure(of: client, at: "https://localhost:\(port)/")
                #expect(error?.kind == .untrusted, "\(String(describing: error))")
            }
            #expect(server.heads.isEmpty)
            #expect(clock.sleeps.isEmpty)
        }
    }

    @Test func `TLS: a certificate of a trusted authority is accepted`() async throws {
        try await TLSServer.answering { server, port, file async throws in
            let transport = CurlTransport(certificateFile: file)
            try await RequestPipeline(transport: transport).run { client, _ async throws in
                let url = "https://localhost:\(port)/people"
                #expect(try await client.send(HTTPRequest(url: url)).body == Array("{}".utf8))
            }
            #expect(server.heads.first?.hasPrefix("GET /people HTTP/1.1\r\n") == true)
        }
    }

    @Test func `TLS: versions below 1.2 are refused`() async throws {
        try await TLSServer.answering(newest: .tls11) { server, port, file async throws in
            let transport = CurlTransport(certificateFile: file)
            try await RequestPipeline(transport: transport).run { client, _ async throws in
                let error = await RequestPipeline.failure(of: client, at: "https://localhost:\(port)/")
                #expect(error?.kind == .untrusted, "\(String(describing: error))")
            }
            #expect(server.connectionCount > 0)
            #expect(server.heads.isEmpty)
        }
    }

    @Test func `TLS: version 1.2 is accepted`() async throws {
        try await TLSServer.answering(newest: .tls12) { server, port, file async throws in
            let transport = CurlTransport(certificateFile: file)
            try await RequestPipeline(transport: transport).run { client, _ async throws in
                #expect(try await client.send(HTTPRequest(url: "https://localhost:\(port)/")).status == 200)
            }
        }
    }

    @Test func `TLS: a trusted certificate for another name is refused`() async throws {
        try await TLSServer.answering { server, port, file async throws in
            let transport = CurlTransport(certificateFile: file)
            try await RequestPipeline(transport: transport).run { client, _ async throws in
                let error = await RequestPipeline.failure(of: client, at: "https://127.0.0.1:\(port)/")
                #expect(error?.kind == .untrusted, "\(String(describing: error))")
            }
            #expect(server.heads.isEmpty)
        }
    }
}
