import Testing

@testable import XCConfig

@Suite struct ConfigDiagnosticTests {
    private func diagnostic(_ message: String) -> ConfigDiagnostic {
        ConfigDiagnostic(.error, file: "a.xcconfig", at: SourcePosition(line: 3, column: 5), message, hint: "do this")
    }

    @Test func `the description has the format of compilers`() {
        #expect(diagnostic("bad").description == "a.xcconfig:3:5: error: bad (do this)")
    }

    @Test func `a collector keeps the first of equal diagnostics`() {
        var collector = DiagnosticCollector()
        collector.add(contentsOf: [diagnostic("b"), diagnostic("a"), diagnostic("b")])
        #expect(collector.diagnostics.map(\.message) == ["b", "a"])
    }

    @Test func `a collector is bounded`() {
        var collector = DiagnosticCollector()
        for number in 0..<(DiagnosticCollector.limit + 5) { collector.add(diagnostic("\(number)")) }
        #expect(collector.diagnostics.count == DiagnosticCollector.limit)
    }
}
