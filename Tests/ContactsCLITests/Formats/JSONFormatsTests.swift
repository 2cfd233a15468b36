import Testing

@testable import ContactsCLI
@testable import Exchange

struct JSONFormatsTests {
    @Test func `a document has a line for each element of its lists and objects`() {
        var bytes: [UInt8] = []
        JSONText().appendDocument(
            [
                ("values", .object([("A", .text("1")), ("B", .object([("C", .unknown)]))])),
                ("list", .list([.list([.number(1), .flag(false)]), .text("\"")])), ("none", .list([])),
                ("empty", .object([])),
            ],
            to: &bytes
        )
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"""
                {"values":{
                "A":"1",
                "B":{"C":null}
                },"list":[
                [1,false],
                "\""
                ],"none":[],"empty":{}}

                """#
        )
    }
}

struct YAMLFormatTests {
    private func written(_ members: [(key: String, value: OutputValue)]) -> String {
        var bytes: [UInt8] = []
        YAMLText().append(members, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Zoë", "Zoë"), ("two words", "two words"), ("no", "\"no\""), ("NULL", "\"NULL\""), ("12", "\"12\""),
        ("a: b", "\"a: b\""), (" a", "\" a\""), ("", "\"\""), ("- a", "\"- a\""), ("a\nb", "\"a\\nb\""),
        ("\u{1B}", "\"\\u001b\""),
    ])
    func `text that could be read as something else is quoted`(text: String, scalar: String) {
        #expect(written([("a", .text(text))]) == "a: \(scalar)\n")
    }

    /// The words of YAML 1.1 and 1.2 for truth values, nothing and numbers, and what a merge and a default are called.
    private static let reserved = [
        "y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", "", ".nan", "nan", ".inf", "-.inf", "+.inf",
        "inf", "infinity", "<<", "=", "0o7", "0x1f", "1e3", "1_000", "190:20:30", "2001-01-01",
    ]

    @Test(arguments: reserved)
    func `a reserved word is quoted, in every case, as a value, a key and in a list`(word: String) {
        for text in [word, word.uppercased(), String(word.prefix(1).uppercased() + word.dropFirst())] {
            #expect(
                written([(text, .text(text)), ("list", .list([.text(text)]))])
                    == "\"\(text)\": \"\(text)\"\nlist:\n  - \"\(text)\"\n"
            )
        }
    }

    @Test(arguments: [("API_KEY", "API_KEY"), ("no", "\"no\""), ("a: b", "\"a: b\""), ("_a", "\"_a\""), ("1", "\"1\"")])
    func `keys that could be read as something else are quoted`(key: String, shown: String) {
        #expect(written([(key, .number(1))]) == "\(shown): 1\n")
    }

    @Test func `lists and objects are indented below their keys`() {
        let value = OutputValue.list([
            .object([("b", .flag(true)), ("c", .list([.number(1), .unknown]))]), .text("x"),
        ])
        #expect(
            written([("a", value), ("d", .object([("e", .object([]))])), ("f", .list([]))]) == """
                a:
                  - b: true
                    c:
                      - 1
                      - null
                  - x
                d:
                  e: {}
                f: []

                """
        )
    }
}
