import Foundation
import Testing

@testable import BlocInspector
@testable import ContactsCLI

@Suite struct JSONValueTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        "null", "true", "-9223372036854775808", "18446744073709551615", "0.5", "\"a\\\"b\"", "[1,[]]",
        "{\"a\":{\"b\":null}}",
    ])
    func `any value is read and written without loss`(text: String) throws {
        let written = try ShownValue.encoder.encode(try value(text))
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("{\"a\":[1,{\"b\":2}]}", "{\"a\":[1,{\"b\":3}]}", "state.a[1].b"),
        ("{\"a\":1}", "{\"b\":1}", "state.a"),
        ("{\"a\":1,\"z\":2}", "{\"a\":1,\"z\":2,\"c\":3}", "state.c"),
        ("[1,2]", "[1]", "state[1]"),
        ("1", "\"1\"", "state"),
    ])
    func `the first place that differs is named by its path`(one: String, two: String, path: String) throws {
        #expect(try value(one).firstDifference(from: value(two), path: "state") == path)
        #expect(try value(two).firstDifference(from: value(one), path: "state") == path)
        #expect(try value(one).firstDifference(from: value(one), path: "state") == nil)
    }
}
