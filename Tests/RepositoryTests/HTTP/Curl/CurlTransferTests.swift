import Testing

@testable import Repository

@Suite struct CurlResponseHeadTests {
    /// A head that got these lines.
    private func head(_ lines: String...) -> CurlResponseHead {
        var head = CurlResponseHead()
        for line in lines {
            let isTaken = Array((line + "\r\n").utf8).withUnsafeBytes { head.add($0) }
            #expect(isTaken)
        }
        return head
    }

    @Test(arguments: [("HTTP/1.1 404 Not Found", 404), ("HTTP/2 200 ", 200), ("HTTP/1.0 302", 302)])
    func `the status is read in all versions of HTTP`(line: String, status: Int) {
        #expect(head(line, "").status == status)
    }

    @Test func `fields are complete with the blank line`() {
        #expect(!head("HTTP/1.1 200 OK", "A: 1").isComplete)
        let complete = head("HTTP/1.1 200 OK", "A: 1", "b:  2 ", "A: 3: 4", "")
        #expect(complete.isComplete)
        #expect(complete.fields.pairs.map { "\($0.name)=\($0.value)" } == ["A=1", "b=2", "A=3: 4"])
    }

    @Test func `an interim response is replaced by the final one`() {
        let interim = head("HTTP/1.1 100 Continue", "A: 1", "")
        #expect(!interim.isComplete)
        let final = head("HTTP/1.1 103 Early Hints", "A: 1", "", "HTTP/1.1 200 OK", "B: 2", "")
        #expect(final.status == 200)
        #expect(final.fields.pairs.map(\.name) == ["B"])
    }

    @Test func `trailing fields are ignored`() {
        let head = head("HTTP/1.1 200 OK", "", "Content-Length: 5", "HTTP/1.1 500 No", "")
        #expect(head.status == 200)
        #expect(head.fields.pairs.isEmpty)
    }

    @Test func `a folded line continues the value`() {
        #expect(head("HTTP/1.1 200 OK", "A: 1", "  2", "").fields["A"] == "1 2")
    }

    @Test(arguments: [("200", 7), ("206", 7), ("304", nil), ("204", nil)])
    func `the length counts where a body follows`(status: String, length: Int?) {
        #expect(head("HTTP/1.1 \(status) X", "content-length: 7", "").contentLength == length)
    }

    @Test(arguments: [("gzip", true), ("identity", false), ("br, gzip", true)])
    func `an encoded body is recognized`(encoding: String, isEncoded: Bool) {
        #expect(head("HTTP/1.1 200 OK", "Content-Encoding: \(encoding)", "").isEncoded == isEncoded)
        #expect(!head("HTTP/1.1 200 OK", "").isEncoded)
    }

    @Test func `lines beyond the limit are refused`() {
        var head = CurlResponseHead()
        let line = [UInt8](repeating: 65, count: CurlResponseHead.sizeLimit)
        #expect(line.withUnsafeBytes { head.add($0) })
        #expect(!line.withUnsafeBytes { head.add($0) })
    }
}
