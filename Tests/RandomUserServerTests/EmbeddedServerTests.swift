import Foundation
import Loopback
import LoopbackHTTP
import Testing

@testable import RandomUserServer

@Suite struct EmbeddedServerTests {
    @Test func `the base URL names the loopback, the real port and the path`() async throws {
        try await withServer { server, _ in
            #expect(server.port > 0)
            #expect(server.baseURL == "http://127.0.0.1:\(server.port)/api/")
        }
    }

    @Test func `a request is answered with a person and shown to a test`() async throws {
        try await withServer { _, client in
            #expect(try await client.send("/api/?seed=abc", headers: ["X-Mark": "7"]).status == 200)
            let (request, status) = try #require(client.log.requests.first)
            #expect(request.method == "GET")
            #expect(request.target == "/api/?seed=abc")
            #expect(status == 200)
            #expect(request.headers["x-mark"] == "7")
        }
    }

    @Test func `a port that is taken is an error`() async throws {
        try await withServer { server, _ in
            await #expect(throws: (any Error).self) {
                try await EmbeddedServer.start(options: ServerOptions(port: server.port))
            }
        }
    }

    @Test func `a server that is stopped, also twice, answers nothing and refuses connections`() async throws {
        let server = try await EmbeddedServer.start()
        for _ in 0..<2 { await server.stop() }
        // A process that another test starts at this moment has the socket until it runs its program: the connection
        // is then made and reset, never answered.
        while let answer = try? await WireClient(port: server.port).send("/api/") {
            try #require(answer.status == 0)
        }
    }

    @Test func `an error is one line that says what to do`() {
        let missing = LoopbackServerError.libraryUnavailable(reason: "file not found").description
        #expect(missing.contains("libmicrohttpd") && missing.contains("(file not found)"))
        #expect(missing.hasSuffix("Install the Debian package libmicrohttpd12."))
        #expect(!missing.contains("\n"))
        #expect(LoopbackServerError.cannotListen(port: 80, code: 13).description == "Permission denied")
    }
}

@Suite struct ServerOptionsTests {
    @Test(
        arguments: [
            (0, 0), (1.5, 1_500), (-0.25, -250), (1_700_000_000.999, 1_700_000_000_999), (.infinity, 0), (.nan, 0),
        ] as [(Double, Int)]
    )
    func `the clock is read in milliseconds, or 0 where they do not fit`(seconds: Double, milliseconds: Int) {
        let options = ServerOptions(now: { Date(timeIntervalSince1970: seconds) })
        #expect(options.millisecondsNow == milliseconds)
    }
}
