import Testing

@testable import Exchange

struct CSVValueTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a;b", "a;b"), ("say \"x\"", "\"say \"\"x\"\"\""),
        ("two\nlines", "\"two\nlines\""), ("a\rb", "\"a\rb\""), (" blank", "\" blank\""), ("blank ", "\"blank \""),
    ])
    func `a value is quoted when a reader would not read it back without`(value: String, written: String) {
        var bytes: [UInt8] = []
        CSVValue.append(value, quoting: [UInt8(ascii: ",")], to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == written)
    }

    @Test func `other bytes are quoted where they are named`() {
        var bytes: [UInt8] = []
        CSVValue.append("a;b", quoting: [UInt8(ascii: ","), UInt8(ascii: ";")], to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "\"a;b\"")
    }
}
