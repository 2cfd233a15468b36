import Foundation
import RandomUserServer
import Testing

/// Faults of the answer, as a client receives them.
@Suite struct FaultyResponderTests {
    private static let target = "/api/?seed=fault&results=10"

    /// The answer with a fault, and the one without.
    private func answers(
        _ fault: ServerFault,
        headers: [String: String] = [:]
    ) async throws -> (faulty: WireResponse, sound: WireResponse) {
        let options = ServerOptions(
            faults: [ServerFaultRule(fault, times: 1)],
            now: { Date(timeIntervalSince1970: 784_111_770) }
        )
        return try await withServer(options) { server, client async throws in
            let faulty = try await client.send(Self.target, headers: headers)
            #expect(server.requests.map(\.status) == [faulty.status])
            return (faulty, try await client.send(Self.target))
        }
    }

    @Test(arguments: [
        (400, "was told to answer with 400"), (401, "was told to answer with 401"), (403, "403"), (418, "418"),
        (429, "ease up there cowboy"), (500, "Uh oh, something has gone wrong"), (503, "Uh oh"), (504, "Uh oh"),
    ])
    func `status: the error is JSON, without Retry-After`(status: Int, text: String) async throws {
        let (faulty, sound) = try await answers(.status(status, retryAfter: nil))
        #expect(faulty.status == status)
        #expect(faulty.headers["content-type"] == "application/json; charset=utf-8")
        #expect(faulty.headers["retry-after"] == nil)
        #expect(try JSONValue(bytes: faulty.body)["error"].text?.contains(text) == true)
        #expect(sound.status == 200)
    }

    @Test func `status: 404 is plain text, 204 and 304 have no body`() async throws {
        let missing = try await answers(.status(404, retryAfter: nil)).faulty
        #expect(missing.status == 404)
        #expect(missing.text == "Not Found")
        #expect(missing.headers["content-type"] == "text/plain; charset=utf-8")
        for status in [204, 304] {
            let empty = try await answers(.status(status, retryAfter: nil)).faulty
            #expect(empty.status == status)
            #expect(empty.body.isEmpty)
        }
    }

    @Test func `status: Retry-After is given in seconds or as a date`() async throws {
        let seconds = try await answers(.status(429, retryAfter: .seconds(17))).faulty
        #expect(seconds.headers["retry-after"] == "17")
        let date = try await answers(.status(503, retryAfter: .date(inSeconds: 7))).faulty
        #expect(date.headers["retry-after"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [502, 503, 200])
    func `html-error: the answer is an HTML page with the status`(status: Int) async throws {
        let (faulty, _) = try await answers(.htmlError(status))
        #expect(faulty.status == status)
        #expect(faulty.headers["content-type"] == "text/html; charset=utf-8")
        #expect(faulty.text.hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `malformed-json: the JSON is cut in half, and its length is right`() async throws {
        let (faulty, sound) = try await answers(.malformedJSON)
        #expect(faulty.status == 200)
        #expect(faulty.headers["content-length"] == String(faulty.body.count))
        #expect(faulty.body == Array(sound.body.prefix(sound.body.count / 2)))
        #expect(throws: (any Error).self) { try JSONValue(bytes: faulty.body) }
    }

    @Test func `empty: the answer is 200 without a body`() async throws {
        let (faulty, _) = try await answers(.empty)
        #expect(faulty.status == 200)
        #expect(faulty.headers["content-length"] == "0")
        #expect(faulty.headers["content-type"] == "application/json; charset=utf-8")
        #expect(faulty.body.isEmpty)
    }

    @Test(arguments: [14, 100, 65_536, 200_000])
    func `oversize: the body is JSON of the given size, with and without Content-Length`(size: Int) async throws {
        let announced = try await answers(.oversize(size)).faulty
        #expect(announced.headers["content-length"] == String(size))
        #expect(announced.headers["transfer-encoding"] == nil)
        let streamed = try await answers(.oversizeStream(size)).faulty
        #expect(streamed.headers["content-length"] == nil)
        #expect(streamed.headers["transfer-encoding"] == "chunked")
        for answer in [announced, streamed] {
            #expect(answer.status == 200)
            #expect(answer.body.count == size)
            #expect(try JSONValue(bytes: answer.body)["results"].array.isEmpty)
        }
    }

    @Test func `redirect-loop: every answer redirects to its own target`() async throws {
        try await withServer(ServerOptions(faults: [ServerFaultRule(.redirectLoop)])) { _, client async throws in
            for _ in 0..<3 {
                let answer = try await client.send(Self.target)
                #expect(answer.status == 302)
                #expect(answer.headers["location"] == Self.target)
            }
        }
    }

    @Test(arguments: ["/api/?seed=fault&results=10", "/api/"])
    func `redirect: the answer follows after the given number of hops`(target: String) async throws {
        try await withServer(ServerOptions(faults: [ServerFaultRule(.redirect(12))])) { server, client async throws in
            var place = target
            for hop in 1...12 {
                let answer = try await client.send(place)
                #expect(answer.status == 302)
                place = try #require(answer.headers["location"])
                #expect(place == "\(target)\(target.contains("?") ? "&" : "?")hop=\(hop)")
            }
            let answer = try await client.json(place)
            #expect(answer["results"].array.count == (target.contains("results") ? 10 : 1))
            #expect(server.requestCount == 13)
        }
    }

    @Test(arguments: [1_000, 1_000_000, 20_000_000])
    func `gzip-bomb: a small body unpacks to the given size, with and without Accept-Encoding`(size: Int) async throws {
        let (faulty, _) = try await answers(.gzipBomb(size), headers: size == 1_000 ? [:] : ["Accept-Encoding": "gzip"])
        #expect(faulty.status == 200)
        #expect(faulty.headers["content-encoding"] == "gzip")
        #expect(faulty.body.count < 100 + size / 1_000)
        // The system's program checks the checksum and the size, too.
        let unpacked = try await Gunzip.unpack(faulty.body)
        #expect(unpacked.count <= size + 1_032 && unpacked.count > size - 1_032)
        #expect(Data(unpacked) == Data(repeating: 32, count: unpacked.count))
    }

    @Test(arguments: [
        ServerFault.latency(.zero), .drip(64), .malformedJSON, .oversize(100), .status(500, retryAfter: nil),
    ])
    func `a HEAD request gets no body under a fault either`(fault: ServerFault) async throws {
        let options = ServerOptions(faults: [ServerFaultRule(fault)], sleep: { _ in })
        try await withServer(options) { _, client async throws in
            let answer = try await client.send(Self.target, method: "HEAD")
            #expect(answer.status == (fault == .status(500, retryAfter: nil) ? 500 : 200))
            #expect(answer.body.isEmpty)
        }
    }
}
