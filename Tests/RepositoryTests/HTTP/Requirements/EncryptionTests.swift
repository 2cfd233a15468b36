import Loopback
import Repository
import Testing

/// Certificates of encrypted connections.
@Suite struct EncryptionTests {
    @Test(arguments: [
        (TLSContext.Version.tls13, true, "localhost", true), (.tls12, true, "localhost", true),
        (.tls11, true, "localhost", false), (.tls13, false, "localhost", false), (.tls13, true, "127.0.0.1", false),
    ])
    func `TLS: a server without a trusted certificate for its name, or below version 1.2, is sent no request`(
        newest: TLSContext.Version,
        isTrusted: Bool,
        host: String,
        isAccepted: Bool
    ) async throws {
        try await TLSServer.answering(newest: newest) { server, port, file async throws in
            let clock = InstantClock()
            let transport = CurlTransport(certificateFile: isTrusted ? file : nil)
            try await RequestPipeline(clock: clock, transport: transport).run { client, _ async throws in
                let error = await RequestPipeline.failure(of: client, at: "https://\(host):\(port)/people")
                #expect(error?.kind == (isAccepted ? nil : .untrusted), "\(String(describing: error))")
            }
            #expect(server.connectionCount > 0)
            #expect(server.heads.count == (isAccepted ? 1 : 0))
            #expect(server.heads.allSatisfy { $0.hasPrefix("GET /people HTTP/1.1\r\n") })
            #expect(clock.sleeps.isEmpty)
        }
    }
}
