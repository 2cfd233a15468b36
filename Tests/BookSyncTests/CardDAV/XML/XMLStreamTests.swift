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
}
