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

    @Test func `long texts without a common line are not compared line by line`() {
        let old = (0..<20_000).map { "a\($0)" }
        let new = (0..<20_000).map { "b\($0)" }
        let lines = LineDiff.lines(from: ["x"] + old + ["y"], to: ["x"] + new + ["y"])
        #expect(lines == old.map { "- " + $0 } + new.map { "+ " + $0 })
    }
}
