import Testing
import XCConfigTesting

@testable import XCConfig

@Suite struct MutationTests {
    @Test(.timeLimit(.minutes(5)), arguments: 0..<4)
    func `1,000 mutated files neither crash nor hang, and diagnostics have valid positions`(part: UInt64) throws {
        var mutator = Mutator(seed: part)
        for round in 0..<250 {
            let bytes = mutator.next()
            var files = InMemoryConfigFileSystem(["/b.xcconfig": "A = b$(A)\n#include \"a\""])
            files.files["/a.xcconfig"] = bytes
            var resolver = ConfigResolver(fileSystem: files)
            resolver.conditions = ConditionValues(["sdk": "linux"])
            resolver.budget = ExpansionBudget(valueBytes: 1 << 14, totalBytes: 1 << 18, steps: 10_000, stepsPerByte: 0)
            let config = try resolver.resolve("/a.xcconfig")
            let lineCount = 1 + bytes.count
            let isTold = config.diagnostics.allSatisfy {
                (1...lineCount).contains($0.position.line) && $0.position.column >= 1 && !$0.message.isEmpty
                    && !$0.hint.isEmpty
            }
            #expect(isTold, "part \(part), round \(round)")
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            #expect(isUTF8 || config.hasErrors, "part \(part), round \(round)")
        }
    }
}
