import Testing
import VCard

@Suite struct VCardLineTests {
    @Test(arguments: [
        ("TEL;TYPE=pref:1", true), ("TEL;TYPE=home,PREF:1", true), ("TEL;TYPE=\"home,Pref\":1", true),
        ("TEL;TYPE=home;TYPE=pref:1", true), ("TEL:1", false), ("TEL;TYPE=:1", false), ("TEL;TYPE=pre:1", false),
        ("TEL;TYPE=prefix:1", false), ("TEL;TYPE=xpref:1", false), ("TEL;TYPE=pre,f:1", false),
        ("TEL;TYPE=\"pre,f\":1", false), ("TEL;PREF=1:1", false),
    ])
    func `a type is one of the words, in any case`(text: String, hasType: Bool) throws {
        let line = try #require(VCardLine(text: text))
        #expect(line.hasType("pref") == hasType)
        #expect(line.types.contains("pref") == hasType)
    }

    @Test func `types come in their order, in lower case, each once, and a parameter has its first value`() {
        let line = VCardLine(text: "TEL;A=1,2;TYPE=HOME,voice;TYPE=\"Cell,home\";A=4:1")
        #expect(line?.types == ["home", "voice", "cell"])
        #expect(line?.parameter("A") == "1" && line?.parameter("C") == nil)
    }

    @Test func `a parameter value cannot break out of its quotes`() {
        let line = VCardLine(
            "X",
            parameters: [VCardParameter("P", ["a\":b\nEND:VCARD", "c,d"])],
            value: "v\nEND:VCARD"
        )
        #expect(line.text == "X;P=\"a^':b^nEND:VCARD\",\"c,d\":v\\nEND:VCARD")
        #expect(VCardLine(text: line.text)?.parameters == line.parameters)
    }

    @Test func `a line is read back from its text`() {
        let line = VCardLine("TEL", parameters: [VCardParameter("TYPE", ["cell"])], group: "a", value: "1,2")
        #expect(line.text == "a.TEL;TYPE=cell:1,2")
        #expect(VCardLine(text: line.text) == line)
    }

    @Test func `a line break in a value is written as an escape, a separator of Unicode stays`() {
        for end in ["\n", "\r\n", "\r", "\u{B}"] { #expect(VCardLine("NOTE", value: "a\(end)b").text == "NOTE:a\\nb") }
        for stays in ["\u{2028}", "\u{2029}", "\u{85}"] {
            #expect(VCardLine("NOTE", value: "a\(stays)b\nc").text == "NOTE:a\(stays)b\\nc")
        }
    }
}

@Suite struct VCardTextTests {
    @Test func `escapes are written and undone`() {
        let text = "a\\b,c;d\ne"
        #expect(VCardText.escaped(text) == "a\\\\b\\,c\\;d\\ne")
        #expect(VCardText.unescaped(VCardText.escaped(text)) == text)
        #expect(VCardText.components("a\\;b;c,d;") == ["a;b", "c,d", ""])
        #expect(VCardText.items("a\\,b,c") == ["a,b", "c"])
    }

    @Test(arguments: [("a\\Nb", "a\nb"), ("a\\:b", "a:b"), ("a\\xb", "a\\xb"), ("a\\", "a\\")])
    func `an unknown escape stays as it is`(text: String, plain: String) {
        #expect(VCardText.unescaped(text) == plain)
    }

    @Test func `parts keep their escapes, also the empty ones`() {
        #expect(VCardText.parts(";a\\;b;;\\\\;", by: UInt8(ascii: ";")) == ["", "a\\;b", "", "\\\\", ""])
        #expect(VCardText.parts("", by: UInt8(ascii: ",")) == [""])
    }
}

@Suite struct VCardWriterTests {
    @Test func `a fold is never within a character`() {
        for shift in 0..<4 {
            let text = "NOTE:" + String(repeating: "x", count: shift) + String(repeating: "😀", count: 60)
            let lines = written([text], .v4)
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(lines.joined(separator: "\n").replacing("\n ", with: "") == text)
        }
    }

    @Test func `a card stands between its first and last lines, with the version and the name that it requires`() {
        var bytes: [UInt8] = []
        VCardWriter(version: .v3).append(VCard(lines: [VCardLine("FN", value: "A")]), to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self) == "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nN:;;;;\r\nEND:VCARD\r\n"
        )
    }

    @Test(arguments: [(75, 1), (76, 2), (149, 2), (150, 3)])
    func `a line of 75 octets is whole, the lines after a fold hold 74 of it`(octets: Int, lines: Int) {
        #expect(written(["NOTE:" + String(repeating: "x", count: octets - 5)], .v4).count == lines)
    }
}
