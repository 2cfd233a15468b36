import Testing

@testable import Exchange

struct JSONTextTests {
    private func written(_ text: String?, isForTerminal: Bool = false) -> String {
        var bytes: [UInt8] = []
        JSONText(isForTerminal: isForTerminal).append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", #""""#),
        ("plain", #""plain""#),
        (#"say "no" \ "#, #""say \"no\" \\ ""#),
        ("a\tb\nc\rd\u{8}\u{C}", #""a\tb\nc\rd\b\f""#),
        ("\u{0}\u{1B}[31m\u{1F}", #""\u0000\u001b[31m\u001f""#),
        ("Ünï 日本 👩‍👩‍👧 \u{7F}\u{9B}\u{202E}\u{2028}", "\"Ünï 日本 👩‍👩‍👧 \u{7F}\u{9B}\u{202E}\u{2028}\""),
    ])
    func `what JSON demands is escaped, all else stays byte for byte`(text: String, json: String) {
        #expect(written(text) == json)
    }

    @Test func `nothing is null`() {
        #expect(written(nil) == "null")
    }

    @Test func `on a terminal, what it could obey is escaped as well`() {
        let text = "ü\"\\\u{1B}\u{7F}\u{9B}\u{202E}\u{2066}\u{2028}日"
        #expect(written(text, isForTerminal: true) == #""ü\"\\\u001b\u007f\u009b\u202e\u2066\u2028日""#)
    }
}
