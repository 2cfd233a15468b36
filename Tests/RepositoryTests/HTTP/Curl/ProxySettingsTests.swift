import Repository
import Testing

@Suite struct ProxySettingsTests {
    private func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
        try ProxySettings(environment: environment).proxy(for: HTTPAddress(url))?.description
    }

    @Test(
        arguments: [
            ("http://a/", "http_proxy", true), ("http://a/", "HTTP_PROXY", false), ("http://a/", "https_proxy", false),
            ("http://a/", "all_proxy", true), ("http://a/", "ALL_PROXY", true), ("https://a/", "https_proxy", true),
            ("https://a/", "HTTPS_PROXY", true), ("https://a/", "http_proxy", false), ("https://a/", "all_proxy", true),
        ]
    )
    func `each variable is for its addresses`(_ url: String, _ variable: String, _ isProxied: Bool) throws {
        #expect(try proxy(url, [variable: "http://p:8080"]) == (isProxied ? "http://p:8080" : nil))
        #expect(try proxy(url, [variable: ""]) == nil)
    }

    @Test func `the lower case and the nearer variable come first`() throws {
        let all = ["https_proxy": "l:1", "HTTPS_PROXY": "u:2", "all_proxy": "a:3"]
        #expect(try proxy("https://h/", all) == "http://l:1")
        #expect(try proxy("http://h/", all) == "http://a:3")
    }

    @Test(
        arguments: [
            ("*", "http://any/", true), ("example.com", "http://example.com/", true),
            ("example.com", "http://a.example.com/", true), (".example.com", "http://a.example.com/", true),
            ("example.com", "http://notexample.com/", false), ("EXAMPLE.com", "http://Example.COM./", true),
            ("a, example.com", "http://example.com/", true), ("example.com:81", "http://example.com/", false),
            ("example.com:80", "http://example.com/", true), ("10.0.0.0/8", "http://10.255.0.1/", true),
            ("10.0.0.0/8", "http://11.0.0.1/", false), ("10.0.0.0/8", "http://10.example/", false),
            ("192.168.1.128/25", "http://192.168.1.127/", false), ("192.168.1.128/25", "http://192.168.1.129/", true),
            ("127.0.0.1", "http://127.0.0.1:8080/", true), ("::1", "http://[::1]:8080/", true),
            ("[::1]:8080", "http://[::1]:8080/", true), ("fd00::/8", "http://[fd12::1]/", true),
            ("0.0.0.0/33", "http://1.2.3.4/", false), ("", "http://a/", false), (",, ", "http://a/", false),
        ]
    )
    func `no_proxy names what is reached without`(_ list: String, _ url: String, _ isDirect: Bool) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            #expect((try proxy(url, ["http_proxy": "p:1", name: list]) == nil) == isDirect)
        }
    }

    @Test(
        arguments: [
            ("p", "http://p:1080"), ("p:3128", "http://p:3128"), ("http://u:secret@p:1/", "http://p:1"),
            ("socks5://p", "socks5://p:1080"), ("socks5h://p:9", "socks5://p:9"), ("http://[::1]:8", "http://[::1]:8"),
        ]
    )
    func `a proxy is written as curl takes it and shown without its password`(_ text: String, _ shown: String) throws {
        #expect(try proxy("http://a/", ["http_proxy": text]) == shown)
    }

    @Test(arguments: ["https://u:secret@p", "ftp://p", "socks5://u:secret@p", "http://u:secret@", "http://:secret:x"])
    func `a proxy that cannot be used is told by its variable, without its value`(_ text: String) {
        let error = #expect(throws: HTTPTransportError.self) { try proxy("http://a/", ["http_proxy": text]) }
        #expect(error?.kind == .invalidURL)
        #expect(error?.message.contains("http_proxy") == true)
        #expect(error?.message.contains("secret") == false)
    }
}
