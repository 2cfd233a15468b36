import Testing

@testable import Repository

@Suite struct HTTPAddressTests {
    @Test(arguments: [
        ("https://Example.com/a", "https://example.com:443"), ("HTTP://h:81", "http://h:81"),
        ("http://u:p@[::1]:8080/x", "http://::1:8080"), ("http://h:65535/", "http://h:65535"),
        ("http://h:/", "http://h:80"),
        ("http://\(String(repeating: "a", count: 253))/", "http://\(String(repeating: "a", count: 253)):80"),
    ])
    func `the origin is scheme, host and port, without the user`(url: String, origin: String) {
        #expect(HTTPAddress(url).origin == origin)
    }

    @Test(arguments: [
        "", "nonsense", "/path", "ftp://h/", "file:///etc/passwd", "http://", "https:///x", "http://h:65536/",
        "http://h:0/", "http://h:99999999999999999999/", "http://h:-1/", "https://[::1]:70000/",
        "http://\(String(repeating: "a", count: 254))/", "http://u:p@\(String(repeating: "a.", count: 127))/x",
    ])
    func `other URLs, ports and hosts make no address`(url: String) {
        let address = HTTPAddress(url)
        #expect(address.scheme == nil && address.port == nil && address.origin == nil)
    }

    @Test(arguments: [
        ("https://u:secret@h/a/?key=secret#secret", "https://…@h/a/?…"), ("u:secret@h", "…@h"),
        ("http://h/a", "http://h/a"),
        ("htp:/h/a b", "htp:/h/a b"), ("http://u:se/cret@h/", "http://…@h/"), ("http://h#secret", "http://h#…"),
    ])
    func `a text is quoted without what may be secret in it`(text: String, quoted: String) {
        #expect(HTTPAddress.withoutSecrets(text) == quoted)
    }

    @Test func `this machine is told from others`() {
        for host in ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]"] {
            #expect(HTTPAddress("http://\(host):8080/").isLoopback)
        }
        #expect(!HTTPAddress("http://localhost.example/").isLoopback && !HTTPAddress("http://10.0.0.1/").isLoopback)
        #expect(!HTTPAddress("http://127.0.0.1.example/").isLoopback && !HTTPAddress("http://127.example/").isLoopback)
    }

    @Test func `the shown form hides user, query and fragment, the logged one unknown parameters`() {
        #expect(HTTPAddress("https://u:secret@h/a/?key=secret#secret").shown == "https://h/a/")
        #expect(HTTPAddress("secret").shown == "an address that isn't a URL")
        #expect(HTTPAddress("http://h/?results=5&key=s3cret&page=").logged == "http://h/?results=5&key=…&page=")
    }

    @Test(arguments: [
        ("http://a/x/?p=1", "../y", "http://a/y"), ("http://a/x", "//b/", "http://b/"),
        ("http://a/x", "https://b/", "https://b/"), ("http://a/x", "?q", "http://a/x?q"),
    ])
    func `a location is resolved against its URL`(url: String, location: String, target: String) {
        #expect(HTTPAddress(url).following(location)?.url == target)
    }
}

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

    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("-5", 0), (" 7 ", 7), ("99999999999999999999999", 86_400), ("100000", 86_400),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
            ("Sun, 06 Nov 2094 08:48:00 GMT", 86_400), ("", nil), ("soon", nil), ("1.5", nil), ("a b c d e GMT", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
        ] as [(String, Int?)]
    )
    func `seconds and dates are understood and bounded, anything else is no wish`(field: String, seconds: Int?) {
        #expect(RetryAfter.delay(field, now: 784_111_740) == seconds.map { .seconds($0) })
    }
}
