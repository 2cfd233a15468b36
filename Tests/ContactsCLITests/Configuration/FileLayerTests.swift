import Testing
import XCConfig
import XCConfigTesting

@testable import ContactsCLI

struct FileLayerTests {
    private func layer(_ files: [String: String]) throws -> FileLayer {
        let base = InMemoryConfigFileSystem(files, currentFolder: "/work")
        return try FileLayer(
            "/work/a.xcconfig",
            environment: .dev,
            fileSystem: EmbeddedFirstFileSystem([:], over: base),
            searchFolder: "/settings"
        )
    }

    @Test func `a value has the file and line that set it`() throws {
        let layer = try layer([
            "/work/a.xcconfig": "APP_NAME = A\n#include \"b\"", "/work/b.xcconfig": "\nAPI_SEED = s",
        ])
        #expect(layer[.appName] == "A")
        #expect(layer.origin(of: .apiSeed) == "/work/b.xcconfig:2")
        #expect(layer.folder(of: .apiSeed) == "/work")
        #expect(layer[.apiVersion] == nil && layer.origin(of: .apiVersion) == nil)
    }

    @Test func `however many keys are unknown, a bounded number is compared and named`() throws {
        let text = (0..<1_000).map { "UNKNOWN_\($0) = x" }.joined(separator: "\n")
        let warnings = try layer(["/work/a.xcconfig": text]).warnings
        #expect(warnings.count == FileLayer.unknownKeyLimit + 1)
        #expect(warnings.last == "Nothing reads 900 more keys; the first 100 are named above.")
        #expect(warnings.first?.contains("“UNKNOWN_0”") == true)
    }
}
