import Testing
import XCConfig
import XCConfigTesting

@testable import ContactsCLI
@testable import Exchange

@Suite("The resolution of any file")
struct ConfigurationResolutionTests {
    private func resolve(_ files: [String: String]) throws -> String {
        let resolution = try ConfigurationResolution(
            "main.xcconfig",
            conditions: [],
            developerFolder: "tools",
            fileSystem: InMemoryConfigFileSystem(files, currentFolder: "/work")
        )
        var bytes: [UInt8] = []
        JSONText().appendDocument(resolution.document, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
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
