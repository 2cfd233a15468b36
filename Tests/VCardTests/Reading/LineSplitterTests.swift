import Testing

@testable import VCard

@Suite struct LineSplitterTests {
    /// The lines of the text, each with its number, when it comes byte by byte; `nil` in place of one that is too long.
    private func lines(_ text: String, limits: VCardLimits = VCardLimits()) -> [(number: Int, text: String?)] {
        var splitter = LineSplitter(limits: limits)
        var lines: [(number: Int, text: String?)] = []
        func take() {
            while let line = splitter.next() {
                switch line {
                case .whole(let number):
                    lines.append((number, splitter.withLine { String(decoding: $0, as: UTF8.self) }))
                case .tooLong(let number): lines.append((number, nil))
                }
            }
        }
        for byte in text.utf8 {
            splitter.append([byte])
            take()
        }
        splitter.isFinished = true
        take()
        return lines
    }

    @Test func `lines end with either kind of break, the last also without one`() {
        let lines = lines("a\r\nb\n\nc")
        #expect(lines.map(\.text) == ["a", "b", "", "c"])
        #expect(lines.map(\.number) == [1, 2, 3, 4])
    }

    @Test func `a folded line is one, with the number of its first part`() {
        let lines = lines("NOTE:a\r\n b\n\tc\nFN:x\n")
        #expect(lines.map(\.text) == ["NOTE:abc", "FN:x"])
        #expect(lines.map(\.number) == [1, 4])
    }

    @Test func `a byte order mark is skipped at the beginning only`() {
        #expect(lines("\u{FEFF}a\n\u{FEFF}b\n").map(\.text) == ["a", "\u{FEFF}b"])
    }

    @Test func `a soft line break of quoted-printable joins lines, a blank after it stays`() {
        let text = "NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\n b=\nc\nNOTE:d=\ne\n"
        #expect(lines(text).map(\.text) == ["NOTE;ENCODING=QUOTED-PRINTABLE:a bc", "NOTE:d=", "e"])
    }

    @Test func `only a line with base64 may have the larger size`() {
        var limits = VCardLimits()
        limits.lineBytes = 30
        limits.binaryLineBytes = 60
        let forty = String(repeating: "x", count: 40)
        let lines = lines(
            "NOTE:\(forty)\nPHOTO;ENCODING=b:\(forty)\nKEY;BASE64:\(forty)\(forty)\nFN:a\n",
            limits: limits
        )
        #expect(lines.map { $0.text == nil } == [true, false, true, false])
        #expect(lines.map(\.number) == [1, 2, 3, 4])
    }

    @Test func `the rest of a line that was dropped before its end is not a line`() {
        var limits = VCardLimits()
        limits.lineBytes = 30
        limits.binaryLineBytes = 60
        let long = String(repeating: "x", count: 200)
        let text = "KEY;BASE64:\(long)\nFN:a\nKEY;BASE64:\n \(long)\n \(long)\nFN:b\nKEY;BASE64:\(long)"
        let lines = lines(text, limits: limits)
        #expect(lines.map(\.text) == [nil, "FN:a", nil, "FN:b", nil])
        #expect(lines.map(\.number) == [1, 2, 3, 6, 7])
    }
}
