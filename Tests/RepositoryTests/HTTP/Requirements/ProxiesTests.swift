import Foundation
import Loopback
import Repository
import Testing

/// Requests through proxies, over real sockets.
@Suite struct ProxiesTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `proxies: a plain proxy gets the whole URL and resolves the name`() async throws {
        try await LoopbackServer.answering { _, _ in Answer(text: "{}") }.run { proxy async throws in
            let settings = ProxySettings(environment: [
                "http_proxy": proxy.url.replacing("//", with: "//ada:p%40ss@"), "no_proxy": "127.0.0.1",
            ])
            let transport = CurlTransport(proxies: settings)
            try await RequestPipeline(transport: transport).run { _, _ in
                Answer(201, text: "{}")
            } _: { client, server async throws in
                let url = "http://people.invalid:81/api/?page=1"
                #expect(try await client.send(HTTPRequest(url: url)).status == 200)
                let head = try #require(proxy.heads.first)
                #expect(head.hasPrefix("GET http://people.invalid:81/api/?page=1 HTTP/1.1\r\n"), "\(head)")
                #expect(head.localizedCaseInsensitiveContains("\r\nHost: people.invalid:81\r\n"))
                let credentials = Data("ada:p@ss".utf8).base64EncodedString()
                #expect(head.contains("\r\nProxy-Authorization: Basic \(credentials)\r\n"))
                #expect(try await client.send(HTTPRequest(url: server.url)).status == 201)
                #expect(server.heads.first?.contains("Proxy-Authorization") == false)
                #expect(proxy.heads.count == 1)
            }
        }
    }

    @Test func `proxies: https goes through a tunnel, and a refusal is reported`() async throws {
        for status in [407, 502] {
            try await LoopbackServer.answering { _, _ in Answer(status, body: []) }.run { proxy async throws in
                let transport = CurlTransport(
                    proxies: ProxySettings(environment: ["https_proxy": proxy.url.replacing("//", with: "//u:s3cret@")])
                )
                try await RequestPipeline(limit: 0, transport: transport).run { _, _ in
                    Answer(text: "")
                } _: { client, _ async throws in
                    let error = await RequestPipeline.failure(of: client, at: "https://people.invalid/")
                    #expect(error?.kind == .unreachable)
                    #expect(error?.message.contains("proxy") == true)
                    #expect(error?.message.contains("s3cret") == false)
                    #expect(proxy.heads.first?.hasPrefix("CONNECT people.invalid:443 HTTP/1.1") == true)
                    // The token is for the server at the end of the tunnel.
                    #expect(proxy.heads.first?.contains("Bearer") == false)
                }
            }
        }
    }

    @Test func `proxies: through a tunnel the server's own certificate is verified`() async throws {
        try await TLSServer.answering(#"{"a":1}"#) { server, port, file async throws in
            try await TunnelProxy.leading(to: port) { proxy async throws in
                for scheme in ["http", "socks5"] {
                    let transport = CurlTransport(
                        proxies: ProxySettings(environment: ["https_proxy": "\(scheme)://127.0.0.1:\(proxy.port)"]),
                        certificateFile: file
                    )
                    try await RequestPipeline(transport: transport).run { client, _ async throws in
                        let response = try await client.send(HTTPRequest(url: "https://people.invalid/x"))
                        #expect(response.body == Array(#"{"a":1}"#.utf8))
                        let error = await RequestPipeline.failure(of: client, at: "https://other.invalid/")
                        #expect(error?.kind == .untrusted, "\(String(describing: error))")
                    }
                }
                #expect(
                    proxy.asked == [
                        "CONNECT people.invalid:443", "CONNECT other.invalid:443",
                        "SOCKS people.invalid:443", "SOCKS other.invalid:443",
                    ]
                )
                #expect(server.heads.count == 2)
                #expect(server.heads.allSatisfy { $0.hasPrefix("GET /x HTTP/1.1") && $0.contains("Bearer s3cret") })
            }
        }
    }
}

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
