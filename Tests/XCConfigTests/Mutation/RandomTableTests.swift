import Testing
import XCConfig

@Suite("Random tables")
struct RandomTableTests {
    @Test("what is remembered while resolving is what plain recursion finds", arguments: 0..<4)
    func agreement(_ part: UInt64) throws {
        var generator = SeededGenerator(seed: 1_000 + part)
        for round in 0..<1_000 {
            let table = RandomTable(using: &generator)
            let config = try Resolving.file(table.text) { $0.budget.steps = 1_000_000 }
            for (name, value) in config.values {
                #expect(value.string == table.string(name), "part \(part), round \(round), \(name) in\n\(table.text)")
            }
        }
    }
}
