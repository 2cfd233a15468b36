import Foundation
import Loopback
import RandomUserServer
import Synchronization
import Testing

@Suite struct ContractTests {
    @Test(arguments: ["/api", "/api/", "/api/1.4", "/api/1.4/"])
    func `the latest version answers with or without its number and a trailing slash`(_ path: String) async throws {
        #expect(try await readJSON(path)["info.version"].text == "1.4")
    }

    @Test(arguments: ["1.0", "1.1", "1.2", "1.3", "1.4"])
    func `every version reports its number`(_ version: String) async throws {
        let answer = try await readJSON("/api/\(version)/?results=2")
        #expect(answer["info.version"].text == version)
        #expect(answer["results"].array.count == 2)
    }

    @Test(arguments: ["/api//", "/api//?results=5", "/api/1.5", "/api/2", "/api/1.4/x", "/", "/apis", "/api/1.4//"])
    func `any other path is 404 in plain text`(_ target: String) async throws {
        let answer = try await reply(to: target)
        #expect(answer.status == 404)
        #expect(answer.text == "Not Found")
        #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"])
    func `other methods are 404`(_ method: String) async throws {
        #expect(try await reply(to: "/api/", method: method, body: "{}").status == 404)
    }

    @Test func `other sites may read the answers only on request`() async throws {
        try await withServer(ServerOptions(allowsOtherSites: true)) { _, client in
            let preflight = try await client.send("/api/", method: "OPTIONS")
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-origin"] == "*")
            #expect(preflight.body.isEmpty)
            #expect(try await client.send("/api/").headers["access-control-allow-origin"] == "*")
        }
        let preflight = try await reply(to: "/api/", method: "OPTIONS")
        #expect(preflight.status == 404)
        #expect(preflight.headers["access-control-allow-origin"] == nil)
    }

    @Test(arguments: [
        ("Host: evil.example", 421), ("Host: evil.example:80", 421), ("Host: 127.0.0.1.evil.example", 421),
        ("Host: localhost", 200), ("Host: LOCALHOST:80", 200), ("Host: 127.0.0.1:9", 200), ("Host: [::1]:80", 200),
        ("X: y", 400),
    ])
    func `a request to another host is refused`(header: String, status: Int) async throws {
        let head = "GET /api/ HTTP/1.1\r\n\(header)\r\nConnection: close\r\n\r\n"
        #expect(try await reply(toRaw: head).status == status)
    }

    @Test func `a HEAD request gets the head of the GET request`() async throws {
        let get = try await reply(to: "/api/?seed=abc")
        let head = try await reply(to: "/api/?seed=abc", method: "HEAD")
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.headers["content-length"] == String(get.body.count))
        #expect(head.headers["etag"] == get.headers["etag"])
    }

    @Test func `only the right token is accepted`() async throws {
        try await withServer(ServerOptions(token: "open-sesame")) { _, client in
            let none = try await client.send("/api/")
            #expect(none.status == 401)
            #expect(none.headers["www-authenticate"] == "Bearer")
            #expect(none.text.contains("\"error\""))
            for header in [
                "Bearer open", "Basic open-sesame", "open-sesame", "Bearer ", "Bearer open-sesame-street",
                "Bearer open-sesame open-sesame", "Bearer open-sesam", "Bearer Open-Sesame", "Bearer an-open-sesame",
            ] {
                #expect(try await client.send("/api/", headers: ["Authorization": header]).status == 401, "\(header)")
            }
            for scheme in ["Bearer", "bearer"] {
                let header = "\(scheme) open-sesame"
                #expect(try await client.send("/api/", headers: ["Authorization": header]).status == 200)
            }
        }
    }

    @Test func `a download has a file name and no type of its own`() async throws {
        let answer = try await reply(to: "/api/?dl")
        #expect(answer.headers["content-disposition"] == "attachment; filename=\"download.json\"")
        #expect(answer.headers["content-type"] == "application/octet-stream")
        let pretty = try await reply(to: "/api/?download=1&format=pretty")
        #expect(pretty.headers["content-disposition"] == answer.headers["content-disposition"])
    }

    @Test func `the JSON is wrapped in a callback`() async throws {
        let answer = try await reply(to: "/api/?callback=show&inc=nat&seed=abc&noinfo")
        #expect(answer.text.hasPrefix("show({\"results\":["))
        #expect(answer.text.hasSuffix("});"))
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
    }
}

@Suite struct BudgetLedgerTests {
    /// A clock that a test advances.
    private final class HandClock: Sendable {
        private let seconds = Mutex(1_700_000_000.0)

        func advance(by step: Double) { seconds.withLock { $0 += step } }

        var now: @Sendable () -> Date { { Date(timeIntervalSince1970: self.seconds.withLock(\.self)) } }
    }

    @Test func `when too many people were requested, requests are refused until the window ends`() async throws {
        let clock = HandClock()
        let options = ServerOptions(budget: UserBudget(limit: 20, window: .seconds(300)), now: clock.now)
        try await withServer(options) { _, client in
            // The budget is checked before the request is added to it.
            for results in [15, 10] {
                #expect(try await client.send("/api/?results=\(results)&inc=nat").status == 200)
            }
            let refused = try await client.send("/api/?inc=nat")
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == nil)
            #expect(refused.headers["content-type"] == "application/json; charset=utf-8")
            #expect(refused.text.contains("You've requested 25 users in the last minute."))
            clock.advance(by: 299)
            #expect(try await client.send("/api/?inc=nat").status == 429)
            clock.advance(by: 1)
            #expect(try await client.send("/api/?inc=nat").status == 200)
        }
    }

    @Test func `a 304 is charged to the budget as well`() async throws {
        try await withServer(ServerOptions(budget: UserBudget(limit: 10, window: .seconds(300)))) { _, client in
            let first = try await client.send("/api/?results=5&seed=abc")
            let tag = try #require(first.headers["etag"])
            #expect(try await client.send("/api/?results=5&seed=abc", headers: ["If-None-Match": tag]).status == 304)
            #expect(try await client.send("/api/?results=5&seed=abc", headers: ["If-None-Match": tag]).status == 429)
        }
    }
}

@Suite struct EntityTagTests {
    @Test func `an answer may be cached but must be revalidated`() async throws {
        let answer = try await reply(to: "/api/?seed=abc")
        #expect(answer.headers["cache-control"] == "no-cache")
        #expect(answer.headers["access-control-allow-origin"] == nil)
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        #expect(answer.headers["etag"]?.hasPrefix("W/\"") == true)
    }

    @Test func `an unchanged answer is 304`() async throws {
        try await withServer { _, client in
            let answer = try await client.send("/api/?seed=abc&results=5")
            let tag = try #require(answer.headers["etag"])
            let again = try await client.send("/api/?seed=abc&results=5", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again.headers["etag"] == tag)
            let list = ["If-None-Match": "\"other\", \(tag.dropFirst(2))"]
            #expect(try await client.send("/api/?seed=abc&results=5", headers: list).status == 304)
            #expect(try await client.send("/api/?seed=abd&results=5", headers: ["If-None-Match": tag]).status == 200)
            #expect(client.log.requests.map(\.status) == [200, 304, 304, 200])
        }
    }
}
