import Testing

@testable import VCard

@Suite struct OldTextTests {
    @Test(arguments: [
        ("plain; semicolon", "plain; semicolon"), ("a,b", "a\\,b"), ("a\\;b", "a\\;b"), ("a\\,b", "a\\,b"),
        ("c:\\dir", "c:\\\\dir"), ("a\r\nb\rc\nd", "a\\nb\\nc\\nd"), ("end\\", "end\\\\"),
    ])
    func `text of version 2.1 gets the escapes of the later versions`(old: String, new: String) {
        #expect(OldText.normalized(old, of: "NOTE") == new)
    }

    @Test func `commas in a list separate its items`() {
        #expect(OldText.normalized("a,b", of: "CATEGORIES") == "a,b")
    }

    @Test func `only some properties are text`() {
        #expect(OldText.isText("NOTE"))
        #expect(!OldText.isText("PHOTO"))
    }
}

@Suite struct CharsetTests {
    private func decode(_ bytes: [UInt8], _ charset: Charset) -> String {
        bytes.withUnsafeBufferPointer(charset.decode)
    }

    @Test func `names are known in any case`() {
        #expect(Charset("utf-8") == .utf8)
        #expect(Charset("Latin1") == .latin1)
        #expect(Charset("windows-1252") == .windows1252)
        #expect(Charset("KOI8-R") == .other("KOI8-R"))
        #expect(Charset("KLINGON-1") == nil && Charset("../KOI8-R") == nil)
    }

    @Test func `each set has its own characters between 0x80 and 0x9F`() {
        #expect(decode([0x80, 0x9F, 0xE4], .windows1252) == "€Ÿä")
        #expect(decode([0x80, 0xE4], .latin1) == "\u{80}ä")
        #expect(decode([0xC3, 0xA4], .utf8) == "ä")
        #expect(decode([0xE9, 0xD7, 0xC1, 0xCE], .other("KOI8-R")) == "Иван")
        // What isn't valid in it.
        #expect(decode([0xFF, 0xFE], .other("SHIFT_JIS")) == "ÿþ")
    }

    @Test func `what is not UTF-8 is read as Windows-1252`() {
        #expect(decode([0xE4, 0x80], .utf8) == "ä€")
    }
}
