import Repository
import Testing

@Suite struct HTTPRequestTests {
    @Test func `names of header fields are compared without case`() {
        var fields = HTTPHeaderFields([("content-type", "a"), ("X", "b")])
        #expect(fields["Content-Type"] == "a")
        fields["CONTENT-TYPE"] = "c"
        #expect(fields.pairs.map(\.value) == ["b", "c"])
        fields["x"] = nil
        #expect(fields.pairs.count == 1)
    }

    @Test func `nothing secret is in the descriptions`() {
        let request = HTTPRequest(
            url: "http://user:secret@host:81/api/?seed=secret#secret",
            headers: HTTPHeaderFields([("Authorization", "Bearer secret")])
        )
        #expect(request.description == "GET http://host:81/api/")
        #expect(request.headers.description == "Authorization")
        #expect(!HTTPResponse(status: 200, body: Array("secret".utf8)).description.contains("secret"))
    }

    @Test(arguments: [("GET", true), ("HEAD", true), ("PUT", true), ("POST", false), ("PATCH", false)])
    func `idempotent methods are known`(method: String, expected: Bool) {
        #expect(HTTPRequest(method: method, url: "").isIdempotent == expected)
    }
}
