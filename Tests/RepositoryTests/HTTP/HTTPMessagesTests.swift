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
        var request = HTTPRequest(method: method, url: "")
        #expect(request.isIdempotent == expected)
        request.headers["Idempotency-Key"] = "5f0c"
        #expect(request.isIdempotent)
    }

    @Test(arguments: [
        ("120", 120), ("0", 0), ("-5", 0), (" 7 ", 7), ("99999999999999999999999", 86_400), ("100000", 86_400),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
        ("Sun, 06 Nov 2094 08:48:00 GMT", 86_400),
    ])
    func `seconds and dates are understood and bounded`(field: String, seconds: Int) {
        #expect(RetryAfter.delay(field, now: 784_111_740) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "soon", "1.5", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "a b c d e GMT",
    ])
    func `anything else is no wish`(field: String) {
        #expect(RetryAfter.delay(field, now: 0) == nil)
    }
}
