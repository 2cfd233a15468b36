import Testing
import VCard

@Suite struct VCardTextTests {
    @Test func `escapes are written and undone`() {
        let text = "a\\b,c;d\ne"
        #expect(VCardText.escaped(text) == "a\\\\b\\,c\\;d\\ne")
        #expect(VCardText.unescaped(VCardText.escaped(text)) == text)
        #expect(VCardText.components("a\\;b;c,d;") == ["a;b", "c,d", ""])
        #expect(VCardText.items("a\\,b,c") == ["a,b", "c"])
    }

    @Test(arguments: [("a\r\nb", "a\\nb"), ("a\rb", "a\\nb"), ("a\n\nb", "a\\n\\nb"), ("plain: ü", "plain: ü")])
    func `each kind of line break is one escape`(text: String, escaped: String) {
        #expect(VCardText.escaped(text) == escaped)
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
