import BlocTesting
import Testing
import XCConfig

@Suite struct RandomTableTests {
    @Test(arguments: 0..<4)
    func `memoized values equal those of plain recursion`(part: UInt64) throws {
        var generator = SplitMix64(seed: 1_000 + part)
        for round in 0..<80 {
            let table = RandomTable(using: &generator)
            let config = try Resolving.file(table.text) { $0.budget.steps = 1_000_000 }
            for (name, value) in config.values {
                #expect(value.string == table.string(name), "part \(part), round \(round), \(name) in\n\(table.text)")
            }
        }
    }
}
