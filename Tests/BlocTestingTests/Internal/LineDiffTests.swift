import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct LineDiffTests {
    private func diff(_ expected: String, _ actual: String) -> String {
        let (expected, actual) = (Array(expected), Array(actual))
        let text = LineDiff(expected: expected, actual: actual, matches: ==).text(expected: expected, actual: actual)
        return text.split(separator: "\n").map { "\($0.dropFirst(4).prefix(1))\($0.suffix(1))" }.joined()
    }

    @Test(
        "a difference keeps as many lines as possible, missing ones before unexpected ones",
        arguments: [
            ("", "", ""), ("abc", "abc", " a b c"), ("abc", "ac", " a-b c"), ("ac", "abc", " a+b c"),
            ("abc", "axc", " a-b+x c"), ("abcd", "bd", "-a b-c d"), ("", "ab", "+a+b"), ("ab", "", "-a-b"),
            ("abab", "ba", "-a b a-b"), ("aa", "a", " a-a"),
        ]
    )
    func lines(_ expected: String, _ actual: String, _ text: String) {
        #expect(diff(expected, actual) == text)
    }

    @Test("a difference too large to compare pair by pair still has both sides")
    func large() {
        let diff = LineDiff(expected: Array(0..<2000), actual: Array(5000..<7000), matches: ==)
        #expect(diff.missing.count == 2000 && diff.unexpected.count == 2000)
    }
}
