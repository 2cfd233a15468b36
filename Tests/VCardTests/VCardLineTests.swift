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

    @Test func `types come in their order, in lower case, each once`() throws {
        let line = try #require(VCardLine(text: "TEL;TYPE=HOME,voice;TYPE=\"Cell,home\":1"))
        #expect(line.types == ["home", "voice", "cell"])
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

    @Test func `a line is read back from its text`() throws {
        let line = VCardLine("TEL", parameters: [VCardParameter("TYPE", ["cell"])], group: "a", value: "1,2")
        #expect(line.text == "a.TEL;TYPE=cell:1,2")
        let again = try #require(VCardLine(text: line.text))
        #expect(again == line)
        #expect(again.group == "a")
        #expect(again.value == "1,2")
    }

    @Test(arguments: ["", "TEL", ":1", "TEL;TYPE=cell", "TEL;TYPE=\"cell:1", "T L:1"])
    func `text that is not a line gives none`(text: String) {
        #expect(VCardLine(text: text) == nil)
    }

    @Test func `the value of a parameter is the first of its first occurrence`() throws {
        let line = try #require(VCardLine(text: "X;A=1,2;B=3;A=4:v"))
        #expect(line.parameter("A") == "1")
        #expect(line.parameter("C") == nil)
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\rb", "a\u{B}b"])
    func `a line break in a value is written as an escape`(value: String) {
        #expect(VCardLine("NOTE", value: value).text == "NOTE:a\\nb")
    }

    @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}"])
    func `a separator of Unicode ends no line, and stays`(separator: String) {
        #expect(VCardLine("NOTE", value: "a\(separator)b\nc").text == "NOTE:a\(separator)b\\nc")
    }
}
