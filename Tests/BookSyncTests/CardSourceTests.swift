import Testing

@testable import BookSync

@Suite struct `Every source of cards` {
    @Test(arguments: SourceKind.available)
    func `What is created in an empty one is listed, read and not created again`(kind: SourceKind) async throws {
        let test = try await SourceUnderTest(kind)
        let first = try await test.source.describe()
        #expect(!first.name.isEmpty && !first.isReadOnly)
        #expect(try await test.source.describe().identity == first.identity)
        let changes = try await test.source.changes(since: nil)
        #expect(changes.isFullList && changes.items.isEmpty && changes.removed.isEmpty)

        let text = card("a-1", name: "Ada <&> ]]> Ömer “”", note: "tab\t x&amp y &#13 end")
        let written = try await test.source.create(Array(text.utf8), uid: "a-1")
        let items = try await test.source.changes(since: nil).items
        #expect(items.map(\.href) == [written.href])
        let read = try #require(try await test.source.read([written.href]).first)
        #expect(read.href == written.href && read.etag == items.first?.etag)
        #expect(read.lines == Set(text.split(separator: "\r\n").map(String.init)))
        await #expect(throws: CardSourceError.self) {
            _ = try await test.source.create(Array(card("a-1", name: "Other").utf8), uid: "a-1")
        }
        #expect(try await test.source.read([written.href]).first?.lines == read.lines)
    }

    @Test(arguments: SourceKind.available)
    func `A card is replaced only while it has the tag`(kind: SourceKind) async throws {
        let test = try await SourceUnderTest(kind)
        let href = try await test.source.create(Array(card("b-1").utf8), uid: "b-1").href
        let old = try #require(try await test.source.read([href]).first?.etag)
        let second = Array(card("b-1", name: "Second").utf8)
        let written = try await test.source.update(href, ifMatch: old, bytes: second)
        let read = try #require(try await test.source.read([written.href]).first)
        #expect(read.lines.contains("FN:Second") && read.etag != old)
        let third = Array(card("b-1", name: "Third").utf8)
        await expect(.conflict) { _ = try await test.source.update(href, ifMatch: old, bytes: third) }
        #expect(try await test.source.read([href]).first?.lines.contains("FN:Second") == true)
        _ = try await test.source.update(href, ifMatch: nil, bytes: third)
        #expect(try await test.source.read([href]).first?.lines.contains("FN:Third") == true)
    }

    @Test(arguments: SourceKind.available)
    func `A card is removed only while it has the tag, and then gone`(kind: SourceKind) async throws {
        let test = try await SourceUnderTest(kind)
        let href = try await test.source.create(Array(card("c-1").utf8), uid: "c-1").href
        let old = try #require(try await test.source.read([href]).first?.etag)
        _ = try await test.source.update(href, ifMatch: old, bytes: Array(card("c-1", name: "New").utf8))
        await expect(.conflict) { try await test.source.remove(href, ifMatch: old) }
        let tag = try #require(try await test.source.read([href]).first?.etag)
        try await test.source.remove(href, ifMatch: tag)
        #expect(try await test.source.changes(since: nil).items.isEmpty)
        #expect(try await test.source.read([href]) == [CardRead(href: href, content: .missing)])
        await expect(.gone) { try await test.source.remove(href, ifMatch: tag) }
        await expect(.gone) {
            _ = try await test.source.update(href, ifMatch: tag, bytes: Array(card("c-1").utf8))
        }
    }

    @Test(arguments: SourceKind.available)
    func `Since a token, what others did is told, and with an unknown token all cards`(kind: SourceKind) async throws {
        let test = try await SourceUnderTest(kind)
        for name in ["one", "two", "three"] { try await test.put("\(name).vcf", card(name)) }
        let before = try await test.source.describe()
        let all = try await test.source.changes(since: nil)
        #expect(Set(all.items.map(\.href)) == Set(["one", "two", "three"].map { test.href("\($0).vcf") }))
        let still = try await test.source.changes(since: all.token)
        #expect(still.isFullList ? Set(still.items) == Set(all.items) : still.items.isEmpty && still.removed.isEmpty)
        #expect(try await test.source.describe().changeTag == before.changeTag)

        try await test.put("two.vcf", card("two", name: "Changed"))
        try await test.put("four.vcf", card("four"))
        try await test.drop("one.vcf")
        let after = try await test.source.describe()
        #expect(before.changeTag == nil || after.changeTag != before.changeTag)
        let changes = try await test.source.changes(since: all.token)
        let changed = Set(changes.items).subtracting(all.items).map(\.href)
        let others = Set(changed).subtracting([test.href("two.vcf"), test.href("four.vcf")])
        #expect(changed.count - others.count == 2)
        // A file that was written a moment before it was listed is read once more.
        #expect(others.isSubset(of: kind == .folder ? [test.href("three.vcf")] : []))
        if changes.isFullList {
            #expect(changes.items.count == 3)
        } else {
            #expect(changes.removed == [test.href("one.vcf")])
        }
        let unknown = try await test.source.changes(since: "http://radicale.org/ns/sync/0123456789abcdef")
        #expect(unknown.isFullList && unknown.items.count == 3)
    }

    @Test(arguments: SourceKind.available)
    func `Many are read at once, and what is missing is told`(kind: SourceKind) async throws {
        let test = try await SourceUnderTest(kind)
        for number in 0..<55 { try await test.put("n\(number).vcf", card("n\(number)")) }
        let hrefs = try await test.source.changes(since: nil).items.map(\.href)
        let reads = try await test.source.read(hrefs + [test.href("none.vcf")])
        #expect(reads.count == 56 && Set(reads.map(\.href)) == Set(hrefs + [test.href("none.vcf")]))
        #expect(reads.count { $0.content == .missing } == 1)
        #expect(Set(reads.flatMap(\.lines)).count { $0.hasPrefix("UID:") } == 55)
    }

    @Test(arguments: SourceKind.available)
    func `Identifiers that cannot be names of files get names, and no name leads out of it`(kind: SourceKind)
        async throws
    {
        let test = try await SourceUnderTest(kind)
        let uids = [
            "a/b", "../../etc/x", ".hidden", "ü@é", "a b+c%20", String(repeating: "long", count: 90), "Case", "case",
        ]
        for uid in uids {
            let written = try await test.source.create(Array(card(uid).utf8), uid: uid)
            #expect(try await test.source.read([written.href]).first?.lines.contains("UID:\(uid)") == true)
        }
        #expect(try await test.source.changes(since: nil).items.count == uids.count)
        // What leads out of it is neither read nor written.
        guard kind != .memory else { return }
        for href in ["../other.vcf", "/etc/passwd", "http://127.0.0.1:1/x.vcf", "//host/x.vcf", ""] {
            if case .card = try await test.source.read([href]).first?.content { Issue.record("read \(href)") }
            await #expect(throws: CardSourceError.self) {
                _ = try await test.source.update(href, ifMatch: nil, bytes: Array(card("x").utf8))
            }
            await #expect(throws: CardSourceError.self) { try await test.source.remove(href, ifMatch: nil) }
        }
    }

    @Test(arguments: SourceKind.servers)
    func `A server encodes names in its own way, and tells its name and a wrong password`(kind: SourceKind) async throws
    {
        let test = try await SourceUnderTest(kind)
        let names = ["a%20b.vcf", "x%40y.vcf", "%C3%BC.vcf", "p+q.vcf", "100%25.vcf"]
        for (index, name) in names.enumerated() { try await test.put(name, card("s\(index)")) }
        let hrefs = try await test.source.changes(since: nil).items.map(\.href)
        #expect(hrefs.count == names.count)
        for read in try await test.source.read(hrefs) {
            let tag = try #require(read.etag, "\(read)")
            try await test.source.remove(read.href, ifMatch: tag)
        }
        #expect(try await test.source.changes(since: nil).items.isEmpty)
        let description = try await test.source.describe()
        #expect(description.name == "Freunde & Söhne" && description.changeTag != nil)
        guard kind == .radicale else { return }
        let server = try await TestServer.shared(kind)
        let book = try await server.makeBook()
        let source = try CardDAVSource(address: book, client: server.client(password: "wrong"))
        await expect(.authentication) { _ = try await source.describe() }
        let none = try CardDAVSource(address: book + "none/", client: server.client())
        await expect(.missing) { _ = try await none.describe() }
    }
}

/// Expects a failure of the code.
func expect(
    _ code: CardSourceError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async {
    let error = await #expect(throws: CardSourceError.self, sourceLocation: sourceLocation) { try await body() }
    #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
}

@Suite struct `The bytes of a card` {
    @Test func `Line ends become the ones of vCards, and a byte order mark goes`() {
        let bytes = CardBytes.normalized([0xEF, 0xBB, 0xBF] + Array("BEGIN:VCARD\nFN:A\r\nEND:VCARD".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD")
    }

    @Test(arguments: [
        ("", "it is empty"), (" \r\n", "it is empty"), ("<html>", "it isn't a vCard (it has no BEGIN:VCARD)"),
        ("BEGIN:VCARD\r\nFN:A\r\n", "it is truncated (it has no END:VCARD)"),
        ("BEGIN:VCARD\nFN:A\nEND:VCARD\nbegin:vcard\nFN:B\nend:vcard\n", "it contains 2 cards"),
    ])
    func `What is not one whole card is named`(text: String, fault: String) {
        let problem = #expect(throws: ParsedCard.Problem.self) { try ParsedCard(Array(text.utf8)) }
        #expect(problem?.reason == fault)
    }

    @Test func `A whole card passes`() throws {
        let card = Array("begin:vcard\r\nFN:A\r\nNOTE:BEGIN:VCARD\r\nEND:VCARD \r\n".utf8)
        #expect(try ParsedCard(card).bytes == card)
    }
}
