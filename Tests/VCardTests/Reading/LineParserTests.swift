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
    func `a fault says what is wrong and shows the beginning of its line without escapes`(text: String, reason: String)
    {
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
