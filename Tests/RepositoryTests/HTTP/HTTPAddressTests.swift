import Testing

@testable import Repository

@Suite struct HTTPAddressTests {
    @Test(arguments: [
        ("https://Example.com/a", "https://example.com:443"), ("HTTP://h:81", "http://h:81"),
        ("http://u:p@[::1]:8080/x", "http://::1:8080"),
    ])
    func `the origin is scheme, host and port, without the user`(url: String, origin: String) {
        #expect(HTTPAddress(url).origin == origin)
    }

    @Test(arguments: ["", "nonsense", "/path", "ftp://h/", "file:///etc/passwd", "http://", "https:///x"])
    func `other URLs have no scheme, port and origin`(url: String) {
        let address = HTTPAddress(url)
        #expect(address.scheme == nil && address.port == nil && address.origin == nil)
    }

    @Test func `the shown form hides user, query and fragment`() {
        #expect(HTTPAddress("https://u:secret@h/a/?key=secret#secret").shown == "https://h/a/")
        #expect(HTTPAddress("secret").shown == "an address that is no URL")
    }

    @Test func `the logged form shows known parameters and hides others`() {
        #expect(HTTPAddress("http://h/?results=5&key=s3cret&page=").logged == "http://h/?results=5&key=…&page=")
        #expect(HTTPAddress("http://h/").logged == "http://h/")
    }

    @Test(arguments: [
        ("http://a/x/?p=1", "../y", "http://a/y"), ("http://a/x", "//b/", "http://b/"),
        ("http://a/x", "https://b/", "https://b/"), ("http://a/x", "?q", "http://a/x?q"),
    ])
    func `a location is resolved against its URL`(url: String, location: String, target: String) {
        #expect(HTTPAddress(url).following(location)?.url == target)
    }
}
