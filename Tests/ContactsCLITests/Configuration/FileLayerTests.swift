import Testing
import XCConfig
import XCConfigTesting

@testable import ContactsCLI

struct FileLayerTests {
    private func layer(_ files: [String: String], environment: AppEnvironment? = .dev) throws -> FileLayer {
        let base = InMemoryConfigFileSystem(files, currentFolder: "/work")
        return try FileLayer(
            "/work/a.xcconfig",
            environment: environment,
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

    @Test func `conditions are compared with the environment`() throws {
        let files = ["/work/a.xcconfig": "APP_NAME[config=QC] = quality\nAPP_NAME[config=DEV] = development"]
        #expect(try layer(files, environment: .qc)[.appName] == "quality")
        #expect(try layer(files, environment: nil)[.appName] == nil)
    }

    @Test func `errors and unknown keys are reported with their places`() throws {
        let layer = try layer(["/work/a.xcconfig": "?\nAPP_NAM = x"])
        #expect(layer.problems.count == 1)
        #expect(layer.problems.first?.hasPrefix("/work/a.xcconfig:1:1: ") == true)
        #expect(layer.warnings == ["/work/a.xcconfig:2: Nothing reads the key “APP_NAM”. Did you mean APP_NAME?"])
    }

    @Test(arguments: [1_000, 4_000])
    func `however many keys are unknown, a bounded number is compared and named`(count: Int) throws {
        let text = (0..<count).map { "UNKNOWN_\($0) = x" }.joined(separator: "\n")
        let warnings = try layer(["/work/a.xcconfig": text]).warnings
        #expect(warnings.count == FileLayer.unknownKeyLimit + 1)
        #expect(warnings.last == "Nothing reads \(count - 100) more keys; the first 100 are named above.")
        #expect(warnings.first?.contains("“UNKNOWN_0”") == true)
    }

    @Test func `a missing file is an error`() {
        #expect(throws: ConfigFileError.self) { try layer([:]) }
    }
}
