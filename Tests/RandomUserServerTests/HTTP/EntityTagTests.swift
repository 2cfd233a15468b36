import RandomUserServer
import Testing

@Suite struct EntityTagTests {
    @Test func `an answer may be cached but must be revalidated`() async throws {
        try await withServer { _, client in
            let answer = try await client.send("/api/?seed=abc")
            #expect(answer.headers["cache-control"] == "no-cache")
            #expect(answer.headers["access-control-allow-origin"] == nil)
            #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
            #expect(answer.headers["etag"]?.hasPrefix("W/\"") == true)
        }
    }

    @Test func `an unchanged answer is 304`() async throws {
        try await withServer { server, client in
            let answer = try await client.send("/api/?seed=abc&results=5")
            let tag = try #require(answer.headers["etag"])
            let again = try await client.send("/api/?seed=abc&results=5", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again.headers["etag"] == tag)
            let strong = try await client.send(
                "/api/?seed=abc&results=5",
                headers: ["If-None-Match": "\"other\", \(tag.dropFirst(2))"]
            )
            #expect(strong.status == 304)
            let other = try await client.send("/api/?seed=abd&results=5", headers: ["If-None-Match": tag])
            #expect(other.status == 200)
            #expect(server.requests.map(\.status) == [200, 304, 304, 200])
        }
    }
}
