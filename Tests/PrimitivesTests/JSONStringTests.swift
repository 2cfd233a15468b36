import Primitives
import Testing

@Suite struct JSONStringTests {
    private func written(_ text: String, controls: JSONString.ControlEscapes = .short) -> String {
        var bytes: [UInt8] = []
        JSONString.append(text, to: &bytes, controls: controls)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", #""""#), ("plain/text", #""plain/text""#), ("\"a\"\"b\"", #""\"a\"\"b\"""#),
        (#"say "no" \ "#, #""say \"no\" \\ ""#), ("a\tb\nc\rd\u{8}\u{C}", #""a\tb\nc\rd\b\f""#),
        ("\u{0}\u{1B}[31m\u{1F}", #""\u0000\u001b[31m\u001f""#),
        ("Ünï 日本 👩‍👩‍👧 \u{7F}\u{9B}\u{202E}\u{2028}", "\"Ünï 日本 👩‍👩‍👧 \u{7F}\u{9B}\u{202E}\u{2028}\""),
    ])
    func `only what JSON demands is escaped`(text: String, json: String) {
        #expect(written(text) == json)
    }

    @Test func `every control character can be written with digits`() {
        let text = written("a\tb\nc\r\u{8}\u{C}\u{1F}\"\\", controls: .digits)
        #expect(text == #""a\u0009b\u000ac\u000d\u0008\u000c\u001f\"\\""#)
    }

    @Test func `unsafe characters of the first plane are escaped as well`() {
        var bytes: [UInt8] = []
        JSONString.append("ü\"\\\n\u{7F}\u{9B}\u{202E}日😀", to: &bytes) { $0.value > 0x7E && $0 != "日" && $0 != "ü" }
        #expect(String(decoding: bytes, as: UTF8.self) == #""ü\"\\\n\u007f\u009b\u202e日😀""#)
    }
}
