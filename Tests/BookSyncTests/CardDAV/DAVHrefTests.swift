import Testing

@testable import BookSync

@Suite struct `The names that a server gives` {
    private let collection = DAVCollection(url: "https://example.org/dav/ada%40x/")

    @Test func `Items are compared after one decoding, and what leads out of the collection is refused`() {
        for (href, key) in [
            ("/dav/ada%40x/a.vcf", "/dav/ada@x/a.vcf"), ("/dav/ada@x/a%20b.vcf", "/dav/ada@x/a b.vcf"),
            ("https://example.org/dav/ada%40x/a.vcf", "/dav/ada@x/a.vcf"), ("a.vcf", "/dav/ada@x/a.vcf"),
            ("https://example.org:443/dav/ada%40x/%252F.vcf", "/dav/ada@x/%2F.vcf"),
            ("/dav/ada%40x/a%2Fb.vcf", "/dav/ada@x/a/b.vcf"),
        ] { #expect(collection?.key(of: href) == key) }
        for href in ["/dav/ada%40x/", "/dav/ada@x", "https://example.org/dav/ada%40x/"] {
            #expect(collection?.place(of: href) == .collection, "\(href)")
        }
        for href in [
            "/dav/eve/a.vcf", "/dav/ada%40x/../eve/a.vcf", "/dav/ada%40x/%2e%2e", "/dav/ada%40x/a\r\nb", "",
            "https://evil.example/dav/ada%40x/a.vcf", "http://example.org/dav/ada%40x/a.vcf",
            "//evil.example/dav/ada%40x/a.vcf", "/dav/ada%40x/a?b", "/dav/ada%40x/b/c.vcf",
        ] { #expect(collection?.place(of: href) == .outside, "\(href)") }
    }
}

@Suite struct `The questions to a server` {
    @Test func `Names and tokens are escaped, and controls left out`() {
        let name = "/a/&<>\"'\r\u{1}é.vcf"
        let body = DAVBodies.multiget([name, "/b"], version4: true)
        #expect(body.contains("<href>/a/&amp;&lt;&gt;\"'&#13;é.vcf</href><href>/b</href>"))
        #expect(body.contains(#"version="4.0""#))
        #expect(DAVBodies.changes(since: "a]]>&").contains("<sync-token>a]]&gt;&amp;</sync-token>"))
    }
}
