import Testing
import XCConfig

@Suite struct ExpansionBudgetTests {
    @Test func `a chain of 20,000 keys is resolved`() throws {
        let count = 20_000
        let chain = (0..<count).map { "K\($0) = $(K\($0 + 1))" }.joined(separator: "\n")
        let config = try Resolving.file(chain + "\nK\(count) = end")
        #expect(config["K0"]?.string == "end" && config["K0"]?.list == ["end"])
        #expect(config.diagnostics == [])
    }

    @Test func `keys that multiply end with an error, and the others have their values`() throws {
        let lines = (1...40).map { "A\($0) = $(A\($0 - 1))$(A\($0 - 1))$(A\($0 - 1))$(A\($0 - 1))" }
        let text = "A0 = x\n" + lines.joined(separator: "\n") + "\nLAST = fine"
        let config = try Resolving.file(text) { $0.budget.valueBytes = 1 << 16 }
        #expect(config.diagnostics.map(\.severity) == [.error])
        #expect(config.diagnostics.first?.message == "the value of 'A9' has more than 65536 bytes")
        #expect(config.values["A40"] == nil)
        #expect(config["A5"]?.string.utf8.count == 1024)
        #expect(config["LAST"]?.string == "fine")
    }

    @Test func `a cycle of keys that refer to each other twice ends with an error`() throws {
        let count = 1_000
        let lines = (0..<count).map { "R\($0) = $(R\(($0 + 1) % count))$(R\(($0 + 2) % count))" }
        let text = lines.joined(separator: "\n") + "\nLAST = fine"
        let config = try Resolving.file(text) { $0.budget.steps = 100_000 }
        #expect(config.diagnostics.map(\.severity) == [.error])
        #expect(config.diagnostics.first?.message.contains("too much work") == true)
        #expect(config["LAST"]?.string == "fine" && config["LAST"]?.list == ["fine"])
    }

    @Test func `the budget is for the whole run, not for each key`() throws {
        let lines = (0..<100).map { "K\($0) = $(BIG)" }
        let text = "BIG = \(String(repeating: "x", count: 1_000))\n" + lines.joined(separator: "\n")
        #expect(try Resolving.file(text).diagnostics == [])
        let config = try Resolving.file(text) { $0.budget.totalBytes = 50_000 }
        #expect(config.diagnostics.count == 1)
        #expect(config["BIG"]?.string.utf8.count == 1_000)
        #expect(config.values.count < 60)
    }

    @Test func `a key with many references is resolved once`() throws {
        let lines = (1...60).map { "A\($0) = $(A\($0 - 1))$(E)$(A\($0 - 1):lower)" }
        let config = try Resolving.file("A0 =\nE =\n" + lines.joined(separator: "\n"))
        #expect(config["A60"]?.string == "")
        #expect(config.diagnostics == [])
    }

    @Test func `operators on many elements spend the budget`() throws {
        let list = String(repeating: "/a ", count: 20_000)
        let config = try Resolving.file(
            "L = \(list)\nO = /\(String(repeating: "a", count: 20_000))\nA = $(L:isancestor=$(O))"
        ) { $0.budget.steps = 400_000 }
        #expect(config.diagnostics.map(\.severity) == [.error])
    }
}
