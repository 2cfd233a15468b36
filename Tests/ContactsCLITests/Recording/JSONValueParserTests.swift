import Foundation
import Testing

@testable import ContactsCLI

@Suite struct JSONValueParserTests {
    private func value(_ text: String) throws -> JSONValue { try JSONValue(json: text.utf8) }

    @Test(arguments: [
        "null", " true ", "false", "-0", "0", "17", "-9223372036854775808", "18446744073709551615", "0.5", "1e3",
        "-2.5E-3",
        #""a\"b\\ü\u00e9\ud83d\ude00""#, "[]", "[ ]", "[1, [ ], {} ]", #"{"a" : {"b":null}, "c":[1,2]}"#,
    ])
    func `a value is read as the system reads it`(text: String) throws {
        #expect(try value(text) == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
    }

    @Test(arguments: [
        "", " ", "[", "[1", "[1,]", "[1 2]", "{", "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "nul", "tru",
        "+1", "1..2",
        "--1", "\"a", "\"a\n\"", #""\x""#, #""\u12""#, "1 1", "inf", "nan",
    ])
    func `what is no JSON is refused`(text: String) {
        #expect(throws: JSONValue.SyntaxError.self) { try value(text) }
    }

    @Test func `nesting has a limit, which is told`() throws {
        let limit = JSONValueParser.depthLimit
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try value(nested(limit))
        let error = #expect(throws: JSONValue.SyntaxError.self) { try value(nested(limit + 1)) }
        #expect(error?.description == "is nested deeper than 128 levels")
        #expect(throws: JSONValue.SyntaxError.self) { try value(nested(1_000_000)) }
    }

    @Test(arguments: ["[[[[[[]]]]]],", #"{"a":[{"b":"c"}]},"#, #""x\n","#, "-1.5,", "   1,"])
    func `each byte costs a fixed number of steps`(part: String) throws {
        func steps(_ count: Int) throws -> Int {
            var parser = JSONValueParser(("[" + String(repeating: part, count: count) + "0]").utf8)
            _ = try parser.whole()
            return parser.steps
        }
        let (few, many) = (try steps(1_000), try steps(4_000))
        #expect(many <= 4 * few, "\(few) \(many)")
    }
}
