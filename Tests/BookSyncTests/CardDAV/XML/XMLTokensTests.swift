import Testing

@testable import BookSync

@Suite struct `A document that is cut into tokens` {
    @Test func `passes on text as it comes, and tags and comments when they are whole`() throws {
        var tokens = XMLTokens()
        func whole(_ text: String) throws -> String {
            String(decoding: try tokens.whole(Array(text.utf8)), as: UTF8.self)
        }
        #expect(try whole("\u{FEFF}<?xml version='1.0' ") == "\u{FEFF}")
        #expect(try whole("?> <a b='>") == "<?xml version='1.0' ?> ")
        #expect(try whole("'>text") == "<a b='>'>text")
        #expect(try whole(" more") == " more")
        #expect(try whole("&am") == "")
        #expect(try whole("p;<!-- a > b") == "&amp;")
        for _ in 0..<1_000 { #expect(try whole("-x>") == "") }
        #expect(try whole("--><![CDATA[ ]]").hasSuffix("-x>--><![CDATA[ ]]"))
        #expect(try whole(" ]]]><b/></a") == " ]]]><b/>")
        #expect(try whole(">\n") == "</a>\n")
        #expect(throws: XMLFault.malformed(line: 1)) { try whole("rest") }
    }

    @Test(arguments: [1, 2, 3, 64])
    func `is the same one, however the pieces fall`(size: Int) throws {
        let text =
            "<?xml version=\"1.0\"?><!-->--><m a='\"/>' b=\"'\"><![CDATA[<x>]] ]]>]]&gt;<b/><c></c>&#13;</m> \n<!---->"
        var tokens = XMLTokens()
        let bytes = Array(text.utf8)
        var passed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            passed += try tokens.whole(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(String(decoding: passed + tokens.rest(), as: UTF8.self) == text)
    }
}
