import Testing

@testable import BookSync

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
