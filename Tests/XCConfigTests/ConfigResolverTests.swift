import Testing

@testable import XCConfig

@Suite struct ConfigResolverTests {
    @Test func `a key without a matching assignment has a value, but none by subscript`() throws {
        let config = try Resolving.file("A[sdk=none] = x\nB = $(A)y")
        #expect(config["A"] == nil)
        #expect(config.values["A"]?.string == "")
        #expect(config.values["A"]?.file == nil)
        #expect(config["B"]?.string == "y")
    }

    @Test func `a value knows its file, its position and its readings`() throws {
        let config = try Resolving.file("#include \"b\"\nA = yes  'no more'", others: ["/app/b.xcconfig": "\nB = 1"])
        let value = try #require(config["A"])
        #expect(value.string == "yes  'no more'")
        #expect(value.list == ["yes", "no more"])
        #expect(config.files[try #require(value.file)].path == "/app/main.xcconfig")
        #expect(config["B"]?.position == SourcePosition(line: 2, column: 1))
    }

    @Test func `diagnostics are in the order of the files, then of their lines`() throws {
        let config = try Resolving.file("A = $(B\n#include \"b\"\n?", others: ["/app/b.xcconfig": "!\nB = ${A}"])
        let places = config.diagnostics.map { "\($0.file):\($0.position.line)" }
        #expect(places == ["main.xcconfig:1", "main.xcconfig:3", "b.xcconfig:1", "b.xcconfig:2"])
        #expect(config.hasErrors)
    }

    @Test func `referenced keys are known by name`() throws {
        #expect(try Resolving.file("A = $(B) $(C:upper) $(D_$(E))\nB =\nC =\nE =").referencedKeys == ["B", "C", "E"])
    }

    @Test func `a collector keeps the first of equal diagnostics, up to a limit, in the format of compilers`() {
        var collector = DiagnosticCollector()
        for number in 0..<(2 * DiagnosticCollector.limit + 10) {
            let place = SourcePosition(line: 3, column: 5)
            collector.add(ConfigDiagnostic(.error, file: "a", at: place, "bad \(number / 2)", hint: "do this"))
        }
        #expect(collector.diagnostics.count == DiagnosticCollector.limit)
        #expect(collector.diagnostics[1].description == "a:3:5: error: bad 1 (do this)")
    }
}
