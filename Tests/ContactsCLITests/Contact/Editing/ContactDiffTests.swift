import Testing

@testable import ContactsCLI

@Suite struct LineDiffTests {
    @Test(arguments: [
        (["a", "b", "c"], ["a", "x", "c"], ["- b", "+ x"]),
        (["a"], ["a", "b", "c"], ["+ b", "+ c"]),
        (["a", "b"], [], ["- a", "- b"]),
        (["a", "b", "c", "d"], ["b", "z", "d"], ["- a", "- c", "+ z"]),
        (["a"], ["a"], []),
    ])
    func `what goes and what comes stand in the order of the texts`(old: [String], new: [String], lines: [String]) {
        #expect(LineDiff.lines(from: old, to: new) == lines)
    }

    @Test func `long texts that differ everywhere are compared in n log n steps`() {
        func steps(_ count: Int) -> Int {
            CommonLines((0..<count).map { "line \($0)" }, (0..<count).map { "line \(count - $0)" }).steps
        }
        let (few, many) = (steps(10_000), steps(40_000))
        #expect(many < 6 * few, "\(few) \(many)")
    }

    @Test func `the difference of long texts leads from one to the other`() {
        let old = (0..<1000).map { "line \($0 % 700)" }
        let new = (0..<1200).map { $0 % 3 == 0 ? "new \($0)" : "line \($0 % 650)" }
        let lines = LineDiff.lines(from: old, to: new)
        let removed = lines.filter { $0.hasPrefix("- ") }.count
        let added = lines.filter { $0.hasPrefix("+ ") }.count
        #expect(old.count - removed == new.count - added)
        let pairs = CommonLines(old, new).pairs
        #expect(pairs.allSatisfy { old[$0.0] == new[$0.1] })
        #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 < $1.1 })
        #expect(!pairs.isEmpty)
    }
}
