import Repository
import RepositoryDoubles
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

    @Test func `pages of contacts are one array, none are an empty one, and one alone is an object on a line`() {
        var writer = JSONWriter(.contacts, isForTerminal: false)
        let object = String(decoding: JSONWriter.object(.complete, of: .contacts, isForTerminal: false), as: UTF8.self)
        let printed = writer.page([.complete]) + writer.page([]) + writer.page([.complete]) + writer.end()
        #expect(String(decoding: printed, as: UTF8.self) == "[\n\(object.dropLast()),\n\(object)]\n")
        #expect(object.hasPrefix("{\"id\":") && object.hasSuffix("}\n") && object.count { $0 == "\n" } == 1)
        var empty = JSONWriter<Contact>(.contacts, isForTerminal: false)
        #expect(empty.end() == Array("[]\n".utf8))
    }

    @Test func `on a terminal, keys and values are escaped`() {
        let report = Report<String>([.init("key") { .text($0) }])
        let bytes = JSONWriter.object("\u{1B}\u{9B}", of: report, isForTerminal: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"key\":\"\\u001b\\u009b\"}\n")
    }
}
