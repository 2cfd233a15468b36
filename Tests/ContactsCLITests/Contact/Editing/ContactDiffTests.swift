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

    @Test func `long texts that differ everywhere are replaced as a whole`() {
        let (old, new) = ((0..<40_000).map { "line \($0)" }, (0..<40_000).map { "line \(40_000 - $0)" })
        #expect(LineDiff.lines(from: old, to: new).count == 80_000)
    }
}
