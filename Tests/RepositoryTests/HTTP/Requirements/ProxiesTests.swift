import Foundation
import Loopback
import Repository
import Synchronization
import Testing

/// A proxy on 127.0.0.1 for `CONNECT` and SOCKS 5 tunnels.
///
/// All tunnels lead to one port, whatever server is requested.
private final class TunnelProxy: Sendable {
    private let connections: ConnectionServer
    private let target: Int
    private let requests = Mutex<[String]>([])

    var port: Int { connections.port }

    /// The requested servers, in order: `CONNECT host:port` or `SOCKS host:port`.
    var asked: [String] { requests.withLock { $0 } }

    static func leading<Result>(to port: Int, _ body: (TunnelProxy) async throws -> Result) async throws -> Result {
        let proxy = try TunnelProxy(target: port)
        proxy.connections.accept { proxy.serve($0) }
        defer { proxy.connections.stop() }
        return try await body(proxy)
    }

    private init(target: Int) throws {
        self.target = target
        connections = try ConnectionServer()
    }

    private func serve(_ client: Int32) {
        let first = LoopbackSocket.receive(from: client)
        guard let answer = first.first == 5 ? socks(client) : connect(first),
            let server = try? LoopbackSocket.connected(to: target)
        else { return }
        defer { close(server) }
        guard LoopbackSocket.send(answer, to: client) else { return }
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.pass(from: server, to: client)
            isDone.signal()
        }
        pass(from: client, to: server)
        isDone.wait()
    }

    /// Passes bytes on until one side ends, and then ends the other.
    private func pass(from source: Int32, to target: Int32) {
        while true {
            let bytes = LoopbackSocket.receive(from: source)
            guard !bytes.isEmpty, LoopbackSocket.send(bytes, to: target) else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private func connect(_ request: [UInt8]) -> [UInt8]? {
        let parts = String(decoding: request, as: UTF8.self).split(separator: " ")
        guard parts.count > 2, parts[0] == "CONNECT" else { return nil }
        requests.withLock { $0.append("CONNECT \(parts[1])") }
        return Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    }

    /// The answer to a greeting without a password and a request for a name or an IPv4 address.
    private func socks(_ client: Int32) -> [UInt8]? {
        guard LoopbackSocket.send([5, 0], to: client) else { return nil }
        let request = LoopbackSocket.receive(from: client)
        guard request.count > 6, request[0] == 5, request[1] == 1 else { return nil }
        let host: String
        switch request[3] {
        case 1: host = request[4..<8].map(String.init).joined(separator: ".")
        case 3: host = String(decoding: request[5..<min(5 + Int(request[4]), request.count)], as: UTF8.self)
        default: return nil
        }
        let port = request.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        requests.withLock { $0.append("SOCKS \(host):\(port)") }
        return [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    }
}

@Suite struct ProxiesTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `a plain proxy gets the whole URL and resolves the name`() async throws {
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

    @Test func `https goes through a tunnel, and a refusal is reported`() async throws {
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

    @Test func `through a tunnel the server's own certificate is verified`() async throws {
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
                let hosts = ["people", "other"].map { "\($0).invalid:443" }
                #expect(proxy.asked == hosts.map { "CONNECT \($0)" } + hosts.map { "SOCKS \($0)" })
                #expect(server.heads.count == 2)
                #expect(server.heads.allSatisfy { $0.hasPrefix("GET /x HTTP/1.1") && $0.contains("Bearer s3cret") })
            }
        }
    }
}

@Suite struct EncryptionTests {
    @Test(arguments: [
        (TLSContext.Version.tls13, true, "localhost", true), (.tls12, true, "localhost", true),
        (.tls11, true, "localhost", false), (.tls13, false, "localhost", false), (.tls13, true, "127.0.0.1", false),
    ])
    func `a server without a trusted certificate for its name, or below version 1.2, is sent no request`(
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
