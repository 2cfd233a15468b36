import Foundation
import Testing

@testable import Repository

@Suite struct JSONBytesTests {
    @Test func `objects, arrays and values are written without white space`() {
        var json = JSONBytes()
        json.appendObject { json in
            json.append(key: "a")
            json.append("x")
            json.append(key: "b")
            json.append(["1", "2"]) { $0.append($1) }
            json.append(key: "c")
            json.append(nil)
            json.append(key: "d")
            json.append(true)
            json.append(key: "e")
            json.appendObject { _ in }
        }
        #expect(json.text == #"{"a":"x","b":["1","2"],"c":null,"d":true,"e":{}}"#)
    }

    @Test func `the form of escapes is that of stored databases`() {
        var json = JSONBytes()
        json.append("\"\\/\n\t\u{1}\u{7F}é😀")
        #expect(json.text == "\"\\\"\\\\/\\u000a\\u0009\\u0001\u{7F}é😀\"")
    }

    @Test func `Foundation reads back any text`() throws {
        let text = (0...0x2FF).compactMap(Unicode.Scalar.init).map(String.init).joined()
        var json = JSONBytes()
        json.append(text)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.bytes)) == text)
    }
}
