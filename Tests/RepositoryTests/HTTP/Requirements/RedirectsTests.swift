import Loopback
import Repository
import Testing

/// Redirections, over real HTTP.
@Suite struct RedirectsTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `redirects: credentials stay with their origin`() async throws {
        try await LoopbackServer.answering { _, _ in Answer(text: "{}") }.run { other async throws in
            let place = other.url
            try await RequestPipeline().run { _, _ in
                Answer(302, ["Location: \(place)/b"], body: [])
            } _: { client, server async throws in
                let request = HTTPRequest(url: server.url, headers: HTTPHeaderFields([("Cookie", "c=1")]))
                #expect(try await client.send(request).status == 200)
                #expect(server.heads.first?.contains("Authorization: Bearer s3cret") == true)
                #expect(other.heads.count == 1)
                #expect(other.heads.first?.contains("s3cret") == false)
                #expect(other.heads.first?.contains("Cookie") == false)
            }
        }
    }

    @Test func `redirects: five are followed, a sixth and a loop are not`() async throws {
        for (last, isFollowed) in [(5, true), (6, false)] {
            try await RequestPipeline().run { _, number in
                number == last ? Answer(text: "{}") : Answer(302, ["Location: /\(number + 1)"], body: [])
            } _: { client, server async throws in
                let status = try? await client.send(HTTPRequest(url: server.url + "/0")).status
                #expect((status == 200) == isFollowed)
            }
        }
        try await RequestPipeline().run { _, _ in
            Answer(302, ["Location: /a"], body: [])
        } _: { client, server async throws in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(url: server.url + "/a"))
            }
            #expect(error?.kind == .redirection)
            #expect(server.heads.count == 1)
        }
    }

    @Test func `redirects: none leads from https to http`() async throws {
        try await LoopbackServer.answering { _, _ in Answer(text: "{}") }.run { plain async throws in
            let place = plain.url
            let answer = "HTTP/1.1 302 Found\r\nLocation: \(place)/\r\nContent-Length: 0\r\n\r\n"
            try await TLSServer.answering(answer) { _, port, file async throws in
                let transport = CurlTransport(certificateFile: file)
                try await RequestPipeline(transport: transport).run { client, _ async throws in
                    let error = await RequestPipeline.failure(of: client, at: "https://localhost:\(port)/")
                    #expect(error?.kind == .redirection)
                    #expect(error?.message.contains("from https to http") == true, "\(String(describing: error))")
                }
            }
            #expect(plain.heads.isEmpty)
        }
    }
}
