import Testing

@testable import VCard

@Suite struct LineParserTests {
    private func parse(_ bytes: [UInt8]) throws(LineFault) -> VCardLine {
        try bytes.withUnsafeBufferPointer { bytes throws(LineFault) in try LineParser.parse(bytes) }
    }

    @Test(arguments: [
        ("no colon", "there is no colon in “no colon”"),
        (":value", "“:value” does not begin with the name of a property"),
        ("g.:value", "“g.:value” does not begin with the name of a property"),
        ("NA ME:value", "“NA ME:value” does not begin with the name of a property"),
        ("N\u{1B}[31m", "there is no colon in “N\u{FFFD}[31m”"),
        ("X;A=\"open:v", "a quotation mark is not closed"), ("X;A B:v", "a parameter's name is invalid"),
        ("X;A=\":\"", "the parameters of the line do not end with a colon"),
        (String(repeating: "x", count: 31), "there is no colon in “\(String(repeating: "x", count: 30))…”"),
    ])
    func `a fault says what is wrong, and shows the beginning of the line, safe for a terminal`(
        text: String,
        reason: String
    ) {
        let fault = #expect(throws: LineFault.self) { try parse(Array(text.utf8)) }
        #expect(fault?.reason == reason)
    }

    @Test func `bytes that are not UTF-8 are read as Windows-1252`() throws {
        let line = try parse(Array("NOTE;X-A=1:".utf8) + [0x80, 0xFC])
        #expect(line.value == "€ü")
        #expect(line.text == "NOTE;X-A=1:€ü")
    }
}

@Suite struct ParameterParserTests {
    @Test(arguments: [
        // Values stand between commas, in quotes or not.
        (";A=1,\"2;,:3\",;B=", [VCardParameter("A", ["1", "2;,:3", ""]), VCardParameter("B", [""])]),
        // The escapes of RFC 6868 are undone, others stay.
        (";A=a^nb^'c^^d^xe^", [VCardParameter("A", ["a\nb\"c^d^xe^"])]),
        // Types and encodings of version 2.1 have no name.
        (
            ";HOME;BASE64;voice;8BIT",
            [VCardParameter("TYPE", ["HOME", "voice"]), VCardParameter("ENCODING", ["BASE64"])]
        ),
        // A label as Android writes it.
        (";X-Mobile(2)", [VCardParameter(VCardLine.customLabel, ["Mobile(2)"])]),
    ])
    func `parameters of every dialect are read`(text: String, parameters: [VCardParameter]) {
        #expect(VCardLine(text: "X" + text + ":v")?.parameters == parameters)
    }
}

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

    @Test func `a folded line is one, with the number of its first part`() {
        let lines = lines("NOTE:a\r\n b\n\tc\nFN:x\n")
        #expect(lines.map(\.text) == ["NOTE:abc", "FN:x"] && lines.map(\.number) == [1, 4])
    }

    @Test func `a byte order mark is skipped at the beginning only`() {
        #expect(lines("\u{FEFF}a\n\u{FEFF}b\n").map(\.text) == ["a", "\u{FEFF}b"])
    }

    @Test func `a soft line break of quoted-printable joins lines, a blank after it stays`() {
        let text = "NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\n b=\nc\nNOTE:d=\ne\n"
        #expect(lines(text).map(\.text) == ["NOTE;ENCODING=QUOTED-PRINTABLE:a bc", "NOTE:d=", "e"])
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

@Suite struct OldTextTests {
    @Test(arguments: [
        ("plain; semicolon", "plain; semicolon"), ("a,b", "a\\,b"), ("a\\;b", "a\\;b"), ("a\\,b", "a\\,b"),
        ("c:\\dir", "c:\\\\dir"), ("a\r\nb\rc\nd", "a\\nb\\nc\\nd"), ("end\\", "end\\\\"),
    ])
    func `text of version 2.1 gets the escapes of the later versions`(old: String, new: String) {
        #expect(OldText.normalized(old, of: "NOTE") == new)
        #expect(OldText.normalized("a,b", of: "CATEGORIES") == "a,b", "commas in a list separate its items")
    }
}

@Suite struct CharsetTests {
    /// The last is not valid in its set.
    @Test(arguments: [
        ("windows-1252", [0x80, 0x9F, 0xE4] as [UInt8], "€Ÿä"), ("Latin1", [0x80, 0xE4], "\u{80}ä"),
        ("utf-8", [0xC3, 0xA4], "ä"), ("KOI8-R", [0xE9, 0xD7, 0xC1, 0xCE], "Иван"), ("SHIFT_JIS", [0xFF, 0xFE], "ÿþ"),
    ])
    func `each set has a name in any case and its own characters`(name: String, bytes: [UInt8], text: String) throws {
        let charset = try #require(Charset(name))
        #expect(bytes.withUnsafeBufferPointer(charset.decode) == text)
        #expect(Charset("KLINGON-1") == nil && Charset("../KOI8-R") == nil)
    }
}
