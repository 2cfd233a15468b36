import Testing

@testable import BookSync

@Suite struct `XML from a server` {
    private func fault(_ text: String, pieces: Int = 7) -> XMLFault? {
        do throws(XMLFault) {
            let stream = try XMLStream(MultistatusReader { _ in }, lengthLimit: 100_000)
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try stream.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
            }
            try stream.finish()
            return nil
        } catch {
            return error
        }
    }

    @Test func `An empty list is one`() {
        #expect(fault(#"<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"/>"#) == nil)
    }

    @Test func `A web page is told apart`() {
        #expect(fault("<!DOCTYPE html><html><body>Log in<br></body></html>") == .webPage)
        #expect(fault("<html><head></head></html>") == .webPage)
        #expect(fault("<HTML><p>x<p></HTML>") == .webPage)
    }

    @Test func `Entities are refused before they are declared`() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <multistatus xmlns="DAV:">&b;</multistatus>
            """
        #expect(fault(bomb) == .documentType)
        #expect(fault(#"<!DOCTYPE m SYSTEM "file:///etc/passwd"><multistatus xmlns="DAV:"/>"#) == .documentType)
    }

    @Test func `What is cut off, empty, of another kind or without end is named`() {
        #expect(fault("") == .empty)
        #expect(fault(" \n ") == .empty)
        if case .malformed? = fault(#"<multistatus xmlns="DAV:"><response>"#) {} else { Issue.record("cut off") }
        if case .malformed? = fault("{}") {} else { Issue.record("JSON") }
        #expect(fault("<rss/>") == .unexpectedRoot("rss"))
        #expect(fault("<multistatus/>") == .unexpectedRoot("multistatus"))
        let deep = #"<multistatus xmlns="DAV:">"# + String(repeating: "<a>", count: 100)
        if case .beyondLimit? = fault(deep) {} else { Issue.record("deep") }
        let long = #"<multistatus xmlns="DAV:">"# + String(repeating: " ", count: 100_000)
        if case .beyondLimit? = fault(long, pieces: 50_000) {} else { Issue.record("long") }
    }

    /// The bytes that are taken of a document of `count` pieces after its begin, and why no more are.
    private func taken(_ begin: String, count: Int, _ piece: (Int) -> String) -> (bytes: Int, fault: XMLFault?) {
        var bytes = 0
        do throws(XMLFault) {
            let stream = try XMLStream(MultistatusReader { _ in })
            let text = #"<multistatus xmlns="DAV:"><response>"# + begin
            try stream.append(Array(text.utf8))
            for number in 0..<count {
                let piece = piece(number)
                try stream.append(Array(piece.utf8))
                bytes += piece.utf8.count
            }
            try stream.finish()
        } catch {
            return (bytes, error)
        }
        return (bytes, nil)
    }

    @Test(
        arguments: [
            ("<!-- ", "x"), ("<?pi ", "x"), ("<a", "a"), ("<a b='", "x"), ("<a ", "b='' "), ("<a", " b"), ("&", "a"),
            ("<!", "D"),
            ("<!D", " "), ("<a ", "\n"),
        ]
    )
    func `A token without an end is refused after 64 kB`(begin: String, piece: String) {
        let (bytes, fault) = taken(begin, count: 10_000) { _ in String(repeating: piece, count: 100) }
        #expect(bytes <= XMLStream.tokenLimit && fault != nil, "\(String(describing: fault))")
    }

    @Test func `Text outside of the elements is refused at once`() {
        let (bytes, fault) = taken("</response></multistatus>", count: 100) { _ in "aaaa" }
        #expect(bytes == 0 && fault == .malformed(line: 1))
    }

    /// A number takes the place of “#”.
    @Test(
        arguments: [
            ("error", "<c#/>"), ("href", "0123456789"), ("status", "0123456789"),
            ("propstat><prop><getetag", "0123456789"), ("propstat><prop><sync-token", "0123456789"),
            ("propstat><prop><displayname", "0123456789"),
            ("propstat><prop><current-user-principal", "<href>/a/</href>"),
            ("propstat><prop><supported-report-set><supported-report><report", "<r#/>"),
            ("propstat><prop><current-user-privilege-set><privilege", "<p#/>"),
        ]
    )
    func `What is kept of an answer has a limit`(element: String, piece: String) {
        let (bytes, fault) = taken("<\(element)>", count: 100_000) { piece.replacing("#", with: String($0)) }
        #expect(bytes <= 64 << 10)
        if case .beyondLimit? = fault {} else { Issue.record("\(String(describing: fault))") }
    }

    @Test func `Names in an error's body are forgotten when there are too many`() {
        let names = (0..<100_000).map { "<c\($0)/>" }.joined()
        #expect(MultistatusReader.conditions(in: Array("<error xmlns='DAV:'>\(names)</error>".utf8)).isEmpty)
    }
}
