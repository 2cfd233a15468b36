import Loopback
import Repository
import Testing

/// The errors that failures of libcurl become.
@Suite(.timeLimit(.minutes(20))) struct CurlErrorTests {
    private func with<Result>(
        sizeLimit: Int = 16 << 20,
        _ body: (CurlTransport) async throws -> Result
    ) async throws -> Result {
        let transport = CurlTransport(sizeLimit: sizeLimit, certificateFile: nil)
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

    @Test func `a refused connection is reported at once`() async throws {
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

    @Test func `a body that is cut off is no answer`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nabc".utf8)
        #expect(try await failure(.init(head))?.kind == .brokenOff)
    }

    @Test func `a reset is no answer`() async throws {
        #expect(try await failure(.init([], ending: .reset))?.kind == .brokenOff)
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)
        #expect(try await failure(.init(head, ending: .reset))?.kind == .brokenOff)
    }

    @Test func `what is not HTTP is no answer`() async throws {
        #expect(try await failure(.init(Array("SSH-2.0-x\r\n".utf8)))?.message == "its answer is not whole HTTP")
    }

    @Test func `a missing file of trusted authorities is reported by its path`() async throws {
        try await TLSServer.answering { _, port, _ async throws in
            let transport = CurlTransport(certificateFile: "/nonexistent/authority.pem")
            let error = await RequestPipeline.failure(of: transport, at: "https://localhost:\(port)/")
            await transport.shutdown()
            #expect(error?.kind == .misconfigured)
            #expect(error?.message.contains("/nonexistent/authority.pem") == true)
        }
    }

    @Test func `an unknown host is named as such, without its name`() async throws {
        try await with { transport in
            let error = await RequestPipeline.failure(of: transport, at: "http://people.invalid/")
            #expect(error == HTTPTransportError(.unknownHost, "the name of the host is not known"))
        }
    }
}
