import Testing

@testable import BookSync

@Suite struct `XML from a server` {
    private static let start = #"<multistatus xmlns="DAV:">"#

    @Test(arguments: [
        (#"<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"/>"#, "no fault"),
        ("<!DOCTYPE html><html><body>Log in<br></body></html>", "it is a web page (HTML)"),
        ("<html><head></head></html>", "it is a web page (HTML)"),
        ("<HTML><p>x<p></HTML>", "it is a web page (HTML)"),
        // Entities are refused before they are declared.
        (
            #"<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>"# + start + "&b;",
            "it is XML with a document type, "
        ),
        (#"<!DOCTYPE m SYSTEM "file:///etc/passwd">"# + start + "</multistatus>", "it is XML with a document type, "),
        ("", "it is empty"), (" \n ", "it is empty"), (start + "<response>", "it is not well-formed XML"),
        ("{}", "it is not well-formed XML"), ("<rss/>", "it is a different kind of XML (its root element is “rss”)"),
        ("<multistatus/>", "it is a different kind of XML (its root element is “multistatus”)"),
        (start + String(repeating: "<a>", count: 100), "it has "),
        (start + String(repeating: " ", count: 100_000), "it has "),
    ])
    func `what is no list of answers is named`(text: String, wanted: String) {
        var fault: XMLFault?
        do throws(XMLFault) {
            let stream = try XMLStream(MultistatusReader { _ in }, lengthLimit: 100_000)
            let bytes = Array(text.utf8)
            let size = max(7, bytes.count / 20)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try stream.append(Array(bytes[start...].prefix(size)))
            }
            try stream.finish()
        } catch {
            fault = error
        }
        let told = fault?.description ?? "no fault"
        #expect(told.hasPrefix(wanted), "\(told)")
    }

    /// The bytes that are taken of a document of `count` pieces after its begin, and why no more are.
    private func taken(_ begin: String, count: Int, _ piece: (Int) -> String) -> (bytes: Int, fault: XMLFault?) {
        var bytes = 0
        do throws(XMLFault) {
            let stream = try XMLStream(MultistatusReader { _ in })
            try stream.append(Array((Self.start + "<response>" + begin).utf8))
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

    @Test(arguments: [
        ("<!-- ", "x"), ("<?pi ", "x"), ("<a", "a"), ("<a b='", "x"), ("<a ", "b='' "), ("<a", " b"), ("&", "a"),
        ("<!", "D"), ("<!D", " "), ("<a ", "\n"),
    ])
    func `A token without an end is refused after 64 kB`(begin: String, piece: String) {
        let (bytes, fault) = taken(begin, count: 10_000) { _ in String(repeating: piece, count: 100) }
        #expect(bytes <= XMLStream.tokenLimit && fault != nil, "\(String(describing: fault))")
    }

    @Test func `Text outside of the elements is refused at once`() {
        let (bytes, fault) = taken("</response></multistatus>", count: 100) { _ in "aaaa" }
        #expect(bytes == 0 && fault == .malformed(line: 1))
    }

    /// A number takes the place of “#”.
    @Test(arguments: [
        ("error", "<c#/>"), ("href", "0123456789"), ("status", "0123456789"),
        ("propstat><prop><getetag", "0123456789"), ("propstat><prop><sync-token", "0123456789"),
        ("propstat><prop><displayname", "0123456789"), ("propstat><prop><current-user-principal", "<href>/a/</href>"),
        ("propstat><prop><supported-report-set><supported-report><report", "<r#/>"),
        ("propstat><prop><current-user-privilege-set><privilege", "<p#/>"),
    ])
    func `What is kept of an answer has a limit`(element: String, piece: String) {
        let (bytes, fault) = taken("<\(element)>", count: 100_000) { piece.replacing("#", with: String($0)) }
        #expect(bytes <= 64 << 10)
        if case .beyondLimit? = fault {} else { Issue.record("\(String(describing: fault))") }
    }

    @Test func `Names in an error's body are forgotten when there are too many`() {
        let names = (0..<20_000).map { "<c\($0)/>" }.joined()
        #expect(MultistatusReader.conditions(in: Array("<error xmlns='DAV:'>\(names)</error>".utf8)).isEmpty)
    }
}

@Suite struct `A multistatus answer` {
    private func read(_ body: String) throws(XMLFault) -> (responses: [DAVResponse], token: String?) {
        var responses: [DAVResponse] = []
        let reader = MultistatusReader { responses.append($0) }
        let stream = try XMLStream(reader)
        let names = #"xmlns:c="urn:ietf:params:xml:ns:carddav" xmlns:s="http://calendarserver.org/ns/""#
        try stream.append(Array(#"<d:multistatus xmlns:d="DAV:" \#(names)>\#(body)</d:multistatus>"#.utf8))
        try stream.finish()
        return (responses, reader.syncToken)
    }

    @Test func `Properties count when their status says success`() throws {
        let (responses, token) = try read(
            """
            <d:response><d:href> /a/b.vcf </d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag>
            <c:address-data>BEGIN:VCARD&#13;
            FN:&lt;Ömer&gt;\u{1}</c:address-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
            <d:propstat><d:prop><d:displayname>no</d:displayname></d:prop><d:status>HTTP/1.1 404 Not Found</d:status>
            </d:propstat></d:response><d:response><d:href>/gone</d:href><d:status>HTTP/1.1 404</d:status></d:response>
            <d:sync-token>urn:2</d:sync-token>
            """
        )
        #expect(responses.count == 2 && token == "urn:2")
        #expect(responses[0].href == "/a/b.vcf" && responses[0].properties.etag == "\"1\"")
        #expect(responses[0].properties.card == Array("BEGIN:VCARD\r\nFN:<Ömer>".utf8))
        #expect(responses[0].properties.displayName == nil)
        #expect(responses[1].status == 404)
    }

    @Test func `What a collection is and can is read`() throws {
        let (responses, _) = try read(
            """
            <d:response><d:href>/a/</d:href><d:propstat><d:prop>
            <d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><s:getctag>7</s:getctag>
            <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>
            </d:supported-report-set><d:current-user-privilege-set><d:privilege><d:read/></d:privilege>
            </d:current-user-privilege-set><c:supported-address-data>
            <c:anything content-type="text/vcard" version="4.0"/></c:supported-address-data>
            <c:addressbook-home-set><d:href>/x/</d:href><d:href>/y/</d:href></c:addressbook-home-set>
            </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
            """
        )
        let properties = try #require(responses.first?.properties)
        #expect(properties.isAddressBook && properties.isCollection && properties.changeTag == "7")
        #expect(properties.reports == ["sync-collection"] && properties.isReadOnly)
        #expect(properties.cardVersions == ["4.0"])
        #expect(properties.homes == ["/x/", "/y/"])
    }
}

@Suite struct `What XML does not allow` {
    private func clean(_ text: String, pieces: Int) -> String {
        var sanitizer = XMLSanitizer()
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            output += Array(bytes[start..<min(start + pieces, bytes.count)]).withUnsafeBytes { sanitizer.clean($0) }
        }
        return String(decoding: output + sanitizer.rest(), as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3, 5, 1000])
    func `It is left out, however the pieces fall`(pieces: Int) {
        let text = "a\u{1}b\u{B}c&#1;d&#x0B;e\u{FFFE}f\u{FFFF}g&#13;&#xFFFE;h&amp;i&j\u{FEFF}\u{EFFF}\t\r\nk&"
        #expect(clean(text, pieces: pieces) == "abcdefg&#13;h&amp;i&j\u{FEFF}\u{EFFF}\t\r\nk&")
    }
}
