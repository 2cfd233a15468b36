import BlocTesting
import Foundation
import Testing

@testable import Repository

@Suite struct JSONTests {
    /// Whether the text is one JSON value.
    private func isJSON(_ text: String) -> Bool {
        (try? JSONReader.parse(text.utf8, keepsInvalidText: true)) != nil
    }

    @Test func `JSON is accepted, anything else is refused`() {
        for text in [
            "null", "true", "false", "0", "-0", "1.5e-7", "10E+2", #""""#, #""a\"\\\/\b\f\n\r\t\u00e9""#, "[]", "{}",
            " [ 1 , \"a\" , [ ] ] ", #"{"a":{"b":[{}]},"a":1}"#, "\u{FEFF}[]",
        ] { #expect(isJSON(text), "\(text)") }
        for text in [
            "", " ", "nul", "nulll", "tru", "01", "1.", ".5", "+1", "-", "1e", "'a'", "\"", "\"a\nb\"", #""\x""#,
            #""\u12g4""#, "[1,]", "[,1]", "[1 2]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "[}", "{]", "[",
            "{", "1 2", "[]]", "NaN", "Infinity", "// c\n1", #"{"a":1 "b":2}"#,
        ] { #expect(!isJSON(text), "\(text)") }
    }

    @Test func `the depth of nesting is limited`() {
        #expect(isJSON(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)))
        #expect(!isJSON(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)))
        #expect(!isJSON(String(repeating: "[", count: 100_000)))
    }

    @Test(arguments: [
        (#""Bât-D'Argent""#, "Bât-D'Argent"), (#""\u0628\u200c\u0646""#, "ب\u{200C}ن"), (#""\ud83d\ude00 ok""#, "😀 ok"),
        (#""a\u0000b""#, "a\u{0}b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    ])
    func `escapes and UTF-8 are decoded`(json: String, expected: String) throws {
        #expect(try JSONReader.parse(json.utf8) as? String == expected)
    }

    @Test(arguments: [
        Array(#""\ud83d""#.utf8), Array(#""\ude00\ud83d""#.utf8), Array(#""\ud83dx""#.utf8),
        Array(#""\ud83d\u0041""#.utf8), [34, 0xFF, 34], [34, 0xC3, 34], [34, 0xED, 0xA0, 0x80, 34],
    ])
    func `a text that is not valid Unicode is an error`(bytes: [UInt8]) throws {
        #expect(throws: JSONReader.TextError.self) { try JSONReader.parse(bytes) }
        #expect(try JSONReader.parse(bytes, keepsInvalidText: true) as? JSONScalar == .invalidText)
    }

    @Test func `agrees with Foundation on a thousand damaged texts`() {
        let whole = #"{"results":[{"name":{"first":"Ā\u00e9\ud83d\ude00"},"n":[-1.5e3,0,true,null]}],"info":{}}"#
        var generator = SplitMix64(seed: 42)
        for _ in 0..<1_000 {
            var bytes = Array(whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 32...126, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert("\"{}[],:0\\".utf8.randomElement(using: &generator) ?? 48, at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let expected = (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
            // Unpaired surrogates are valid by the grammar; only Foundation refuses the text because of them.
            if isJSON(text) != expected, !text.contains("\\u") {
                Issue.record("“\(text)” is \(expected ? "" : "no ")JSON to Foundation")
            }
        }
    }
}

@Suite struct DisplaySafeTextTests {
    @Test(arguments: [
        ("a\u{1B}[31mb\r\n\tc", "a [31mb c"), ("  x  ", "x"), ("\u{202E}evil\u{2066}", "evil"),
        ("نیم\u{200C}فاصله", "نیمفاصله"), ("", ""), (String(repeating: "ab ", count: 100), "ab ab ab ab ab a…"),
        (String(repeating: "x", count: 16), "xxxxxxxxxxxxxxxx"),
    ])
    func `a line has no characters that move the cursor or reverse text, and is cut`(text: String, expected: String) {
        #expect(DisplaySafeText.line(text, limit: 16) == expected)
    }
}
