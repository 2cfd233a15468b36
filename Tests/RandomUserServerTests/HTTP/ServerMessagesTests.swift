import Testing

@testable import LoopbackHTTP
@testable import RandomUserServer

@Suite struct ServerMessagesTests {
    @Test(
        arguments: [
            ("/api/?seed=a?b", "/api/", "a?b"), ("/api/", "/api/", nil), ("/api//?seed=x", "/api//", "x"),
            ("", "", nil),
        ] as [(String, String, String?)]
    )
    func `a target is divided at the first question mark`(target: String, path: String, seed: String?) {
        let request = HTTPRequest(method: "GET", target: target, headers: [:], body: [], version: "HTTP/1.1")
        #expect(request.path == path)
        #expect(request.parameters["seed"] == seed)
    }

    @Test func `an error is JSON, whatever its message`() throws {
        let reply = HTTPReply.error(429, "“\"\\\n")
        #expect(reply.status == 429)
        #expect(reply.headers.map { $0.value } == ["application/json; charset=utf-8"])
        #expect(try JSONValue(bytes: reply.bytes)["error"].text == "“\"\\\n")
    }

    @Test func `a reply without a type has no header, and headers are added in order`() {
        var reply = HTTPReply(status: 204, type: nil, body: [])
        #expect(reply.headers.isEmpty)
        reply.add("A", "1")
        reply.add("B", "2")
        #expect(reply.headers.map { $0.name } == ["A", "B"])
        #expect(String(decoding: HTTPReply.html(502, "Bad Gateway").bytes, as: UTF8.self).contains("502 Bad Gateway"))
    }
}

extension HTTPReply {
    fileprivate var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
}
