import Testing

@testable import BookSync

@Suite struct `The questions to a server` {
    @Test func `Names and tokens are escaped, and controls left out`() {
        let name = "/a/&<>\"'\r\u{1}é.vcf"
        let body = DAVBodies.multiget([name, "/b"], version4: true)
        #expect(body.contains("<href>/a/&amp;&lt;&gt;\"'&#13;é.vcf</href><href>/b</href>"))
        #expect(body.contains(#"version="4.0""#))
        #expect(DAVBodies.changes(since: "a]]>&").contains("<sync-token>a]]&gt;&amp;</sync-token>"))
    }

    @Test func `Looking for address books costs no look at their cards`() {
        for mark in ["getctag", "sync-token"] { #expect(!DAVBodies.books.contains(mark)) }
        #expect(DAVBodies.collection.contains("getctag") && !DAVBodies.collection.contains("sync-token"))
    }
}
