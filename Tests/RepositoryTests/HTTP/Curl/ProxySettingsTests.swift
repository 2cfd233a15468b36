import Repository
import Testing

@Suite struct ProxySettingsTests {
    @Test(arguments: [
        ("http", "http_proxy", true), ("http", "HTTP_PROXY", false), ("http", "https_proxy", false),
        ("http", "all_proxy", true), ("http", "ALL_PROXY", true), ("https", "https_proxy", true),
        ("https", "HTTPS_PROXY", true), ("https", "http_proxy", false), ("https", "all_proxy", true),
    ])
    func `each variable applies to its scheme, unless it is empty`(scheme: String, variable: String, applies: Bool) {
        let proxy = ProxySettings(environment: [variable: "http://p:8080"]).proxy(scheme: scheme)
        #expect(proxy?.text == (applies ? "http://p:8080" : nil))
        #expect(proxy?.variable == (applies ? variable : nil))
        #expect(ProxySettings(environment: [variable: ""]).proxy(scheme: scheme) == nil)
    }

    @Test func `lower case comes before upper case, and the scheme's variable before the general one`() {
        let settings = ProxySettings(environment: ["https_proxy": "l:1", "HTTPS_PROXY": "u:2", "all_proxy": "a:3"])
        #expect(settings.proxy(scheme: "https")?.text == "l:1")
        #expect(settings.proxy(scheme: "http")?.text == "a:3")
    }

    @Test(arguments: [
        ("socks5://p:9", "socks5h://p:9"), ("SOCKS4://p", "socks4a://p"), ("socks://p", "socks5h://p"),
        ("socks5h://p", "socks5h://p"), ("p:3128", "p:3128"),
    ])
    func `a SOCKS proxy resolves names itself`(text: String, expected: String) {
        #expect(ProxySettings(environment: ["all_proxy": text]).proxy(scheme: "http")?.text == expected)
    }

    @Test(arguments: [
        ("*", true), ("127.0.0.1", true), ("10.0.0.0/8,127.0.0.0/8", true), ("example.com, 127.0.0.1", true),
        ("10.0.0.0/8", false), ("example.com", false), ("", false),
    ])
    func `libcurl reads no_proxy as it is written`(list: String, isDirect: Bool) async throws {
        try await LoopbackServer.answering { _, _ in .init(201, text: "{}") }.run { proxy async throws in
            for name in ["no_proxy", "NO_PROXY"] {
                let settings = ProxySettings(environment: ["http_proxy": proxy.url, name: list])
                try await RequestPipeline(transport: CurlTransport(proxies: settings)).run {
                    client,
                    server async throws in
                    #expect(try await client.send(HTTPRequest(url: server.url)).status == (isDirect ? 200 : 201))
                }
            }
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:65536", true), ("127.0.0.1:99999", true), ("http://u:secret@[::1]:70000/", true),
        ("http://p:0", true), ("http://u:secret@p:99999", true), ("ftp://u:secret@p", false),
        ("http://u:secret@", false), ("http://:secret:x", false),
    ])
    func `an unusable proxy is reported by its variable, without its value`(text: String, isPort: Bool) async throws {
        let transport = CurlTransport(proxies: ProxySettings(environment: ["http_proxy": text]))
        let error = await RequestPipeline.failure(of: transport, at: "http://127.0.0.1:9/")
        await transport.shutdown()
        #expect(isPort ? error?.kind == .misconfigured : error?.isTransient == false, "\(String(describing: error))")
        #expect(error?.message.contains("http_proxy") == true, "\(String(describing: error))")
        #expect(error?.message.contains("secret") == false)
    }
}
