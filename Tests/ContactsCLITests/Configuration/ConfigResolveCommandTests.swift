import Testing
import XCConfig
import XCConfigTesting

@testable import ContactsCLI
@testable import Exchange

@Suite("The resolution of any file")
struct ConfigurationResolutionTests {
    private func resolve(_ files: [String: String], conditions: [(name: String, value: String)] = []) throws -> String {
        let resolution = try ConfigurationResolution(
            "main.xcconfig",
            conditions: conditions,
            developerFolder: "tools",
            fileSystem: InMemoryConfigFileSystem(files, currentFolder: "/work")
        )
        var bytes: [UInt8] = []
        JSONText().appendDocument(resolution.document, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("the JSON has values, lists and diagnostics, keys sorted")
    func json() throws {
        let json = try resolve(
            [
                "/work/main.xcconfig": "B = a \"b c\"\nA = é\\\"\n#include \"sub/other\"\n?",
                "/work/sub/other.xcconfig": "C[config=D*] = 1\nC = ${inherited}2",
            ],
            conditions: [("config", "Debug")]
        )
        #expect(
            json
                == #"""
                {"values":{
                "A":"é\\\"",
                "B":"a \"b c\"",
                "C":"12"
                },"lists":{
                "A":["é\""],
                "B":["a","b c"],
                "C":["12"]
                },"diagnostics":[
                {"severity":"error","file":"main.xcconfig","line":4,"column":1,"message":"unexpected character '?'","hint":"a line is NAME = value, #include or // comment"},
                {"severity":"warning","file":"sub/other.xcconfig","line":2,"column":5,"message":"references with '${' are deprecated","hint":"write $(NAME)"}
                ]}

                """#
        )
    }

    @Test("an empty file is an empty object, and a relative developer folder starts at the working folder")
    func small() throws {
        #expect(try resolve(["/work/main.xcconfig": ""]) == "{\"values\":{},\"lists\":{},\"diagnostics\":[]}\n")
        let json = try resolve([
            "/work/main.xcconfig": "#include \"<DEVELOPER_DIR>/x.xcconfig\"", "/work/tools/x.xcconfig": "A = 1",
        ])
        #expect(json.hasPrefix("{\"values\":{\n\"A\":\"1\""))
    }
}
