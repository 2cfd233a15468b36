import Foundation
import Loopback
import RandomUserServer
import Synchronization
import Testing

struct ContractTests {
    @Test(arguments: [
        ("", "1.4"), ("/", "1.4"), ("/1.4", "1.4"), ("/1.4/", "1.4"), ("/1.3/", "1.3"), ("/1.2/", "1.2"),
        ("/1.1/", "1.1"), ("/1.0/", "1.0"),
    ])
    func `every version reports its number, the latest without one`(path: String, version: String) async throws {
        #expect(try await readJSON("/api\(path)?results=2")["info.version"].text == version)
    }

    @Test func `any other path and method is 404 in plain text`() async throws {
        let targets = ["/api//", "/api//?results=5", "/api/1.5", "/api/2", "/api/1.4/x", "/", "/apis", "/api/1.4//"]
        let requests = targets.map { ("GET", $0) } + ["POST", "PUT", "DELETE", "PATCH"].map { ($0, "/api/") }
        try await withServer { _, client in
            for (method, target) in requests {
                let answer = try await client.send(target, method: method, body: method == "GET" ? "" : "{}")
                #expect(answer.status == 404 && answer.text == "Not Found", "\(method) \(target)")
                #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
            }
        }
    }

    @Test func `other sites may read the answers only on request`() async throws {
        for isAllowed in [true, false] {
            try await withServer(ServerOptions(allowsOtherSites: isAllowed)) { _, client in
                let preflight = try await client.send("/api/", method: "OPTIONS")
                #expect(preflight.status == (isAllowed ? 204 : 404))
                for answer in [preflight, try await client.send("/api/")] {
                    #expect(answer.headers["access-control-allow-origin"] == (isAllowed ? "*" : nil))
                }
            }
        }
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

    @Test func `only the right token is accepted`() async throws {
        try await withServer(ServerOptions(token: "open-sesame")) { _, client in
            let none = try await client.send("/api/")
            #expect(none.status == 401 && none.text.contains("\"error\""))
            #expect(none.headers["www-authenticate"] == "Bearer")
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

    @Test(arguments: [
        "format=pretty", "format=prettyjson&inc=nonsense", "fmt=PRETTY&noinfo", "fmt=pretty&inc=name,nat",
    ])
    func `pretty JSON is the same document on many lines`(query: String) async throws {
        try await withServer { _, client in
            let target = "/api/?seed=docs&results=60&page=2&\(query)"
            let plain = try await client.json(target.replacing(/f[ormat]*=\w+/, with: ""))
            let pretty = try await client.send(target)
            #expect(try JSONValue(bytes: pretty.body) == plain)
            #expect(pretty.headers["content-type"] == "application/json; charset=utf-8")
            #expect(pretty.text.hasPrefix("{\n  \"results\": [\n    {"))
        }
    }

    @Test func `an unknown format is JSON, and one that the server lacks an error in JSON`() async throws {
        try await withServer { _, client in
            for format in ["format=csv", "format=XML", "fmt=yaml", "fmt=json&format=csv"] {
                let answer = try await client.send("/api/?\(format)")
                #expect(answer.status == 400 && answer.headers["content-type"] == "application/json; charset=utf-8")
                #expect(try JSONValue(bytes: answer.body)["error"].text?.contains("only JSON") == true)
            }
            for format in ["format=sql", "format=", "format=json&fmt=csv"] {
                #expect(try await client.send("/api/?\(format)").text.hasPrefix("{\"results\":[{"))
            }
        }
    }

    @Test func `a download has a file name and no type of its own, and a callback gets the JSON`() async throws {
        for query in ["dl", "download=1&format=pretty"] {
            let answer = try await reply(to: "/api/?\(query)")
            #expect(answer.headers["content-disposition"] == "attachment; filename=\"download.json\"")
            #expect(answer.headers["content-type"] == "application/octet-stream")
        }
        let answer = try await reply(to: "/api/?callback=show&inc=nat&seed=abc&noinfo")
        #expect(answer.text.hasPrefix("show({\"results\":[") && answer.text.hasSuffix("});"))
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
    }

    // MARK: Budgets and caches

    @Test func `when too many people were requested, requests are refused until the window ends`() async throws {
        let seconds = Mutex(1_700_000_000.0)
        let now = { @Sendable in Date(timeIntervalSince1970: seconds.withLock(\.self)) }
        let options = ServerOptions(budget: UserBudget(limit: 20, window: .seconds(300)), now: now)
        try await withServer(options) { _, client in
            // The budget is checked before the request is added to it, and a 304 is charged as well.
            let first = try await client.send("/api/?seed=abc&results=15&inc=nat")
            let known = ["If-None-Match": try #require(first.headers["etag"])]
            #expect(try await client.send("/api/?seed=abc&results=15&inc=nat", headers: known).status == 304)
            let refused = try await client.send("/api/?inc=nat")
            #expect(refused.status == 429 && refused.headers["retry-after"] == nil)
            #expect(refused.headers["content-type"] == "application/json; charset=utf-8")
            #expect(refused.text.contains("You've requested 30 users in the last minute."))
            seconds.withLock { $0 += 299 }
            #expect(try await client.send("/api/?inc=nat").status == 429)
            seconds.withLock { $0 += 1 }
            #expect(try await client.send("/api/?inc=nat").status == 200)
        }
    }

    @Test func `an answer may be cached but must be revalidated, and an unchanged one is 304`() async throws {
        try await withServer { log, client in
            let answer = try await client.send("/api/?seed=abc&results=5")
            #expect(answer.headers["cache-control"] == "no-cache")
            #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
            let tag = try #require(answer.headers["etag"])
            #expect(tag.hasPrefix("W/\""))
            for known in [tag, "\"other\", \(tag.dropFirst(2))", "*"] {
                let again = try await client.send("/api/?seed=abc&results=5", headers: ["If-None-Match": known])
                #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
                #expect(again.headers["content-length"] == nil && again.headers["transfer-encoding"] == nil)
            }
            #expect(try await client.send("/api/?seed=abd&results=5", headers: ["If-None-Match": tag]).status == 200)
            let head = try await client.send("/api/?seed=abc&results=5", method: "HEAD")
            #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == tag)
            #expect(head.headers["content-length"] == String(answer.body.count))
            #expect(log.requests.map(\.status) == [200, 304, 304, 304, 200, 200])
        }
    }
}
