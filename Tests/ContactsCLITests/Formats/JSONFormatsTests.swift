import Testing

@testable import ContactsCLI

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

    @Test func `on a terminal, keys and values are escaped`() {
        let report = Report<String>([.init("key") { .text($0) }])
        let bytes = JSONWriter.object("\u{1B}\u{9B}", of: report, isForTerminal: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"key\":\"\\u001b\\u009b\"}\n")
    }
}
