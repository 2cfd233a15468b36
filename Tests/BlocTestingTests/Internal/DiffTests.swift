import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct DiffTests {
    private struct User: Equatable {
        var name = "Ada"
        var age: Int? = 36
    }

    private enum Phase: Equatable {
        case idle
        case loaded(User)
        case moved(from: Int, to: Int)
    }

    private struct Screen: Equatable {
        var user = User()
        var phase = Phase.idle
        var names: [String] = []
        var tags: Set<Int> = []
        var counts: [String: Int] = [:]
    }

    private func lines(_ change: (inout Screen) -> Void, from start: Screen = Screen()) -> [String] {
        var changed = start
        change(&changed)
        return FieldDiff.lines(expected: start, actual: changed)
    }

    @Test("G87 a difference of states is shown by field, however deep the field is")
    func fields() {
        #expect(lines { $0.user.name = "Grace" } == [#".user.name: expected "Ada", got "Grace""#])
        #expect(lines { $0.user.age = 37 } == [".user.age: expected 36, got 37"])
        #expect(lines { $0.user.age = nil } == [".user.age: expected Optional(36), got nil"])
        #expect(FieldDiff.lines(expected: User(age: 1), actual: User(age: 2)) == [".age: expected 1, got 2"])
        let both = lines {
            $0.user.name = "Grace"
            $0.phase = .loaded(User())
        }
        #expect(both.count == 2 && both[1].hasPrefix(".phase: expected idle, got loaded("))
    }

    @Test("G87 what the case of an enumeration holds is compared by field")
    func cases() {
        let loaded = Phase.loaded(User(name: "Grace"))
        #expect(
            lines({ $0.phase = loaded }, from: Screen(phase: .loaded(User())))
                == [#".phase.loaded.name: expected "Ada", got "Grace""#]
        )
        #expect(
            FieldDiff.lines(expected: Phase.moved(from: 1, to: 2), actual: Phase.moved(from: 1, to: 3))
                == [".moved.to: expected 2, got 3"]
        )
        #expect(FieldDiff.lines(expected: Phase.idle, actual: loaded).isEmpty)
        #expect(FieldDiff.lines(expected: 1, actual: 2).isEmpty)
    }

    @Test("G87 arrays, sets and dictionaries are compared by their elements")
    func collections() {
        let start = Screen(names: ["a", "b", "c"], tags: [1, 2], counts: ["x": 1, "y": 2])
        #expect(lines({ $0.names[1] = "B" }, from: start) == [#".names[1]: expected "b", got "B""#])
        #expect(lines({ $0.names.remove(at: 1) }, from: start) == [#".names[1]: missing "b""#])
        #expect(lines({ $0.names.insert("z", at: 0) }, from: start) == [#".names[0]: unexpected "z""#])
        #expect(lines({ $0.tags = [2, 3] }, from: start) == [".tags: missing 1", ".tags: unexpected 3"])
        #expect(
            lines({ $0.counts = ["x": 5, "z": 1] }, from: start) == [
                #".counts["x"]: expected 1, got 5"#, #".counts["y"]: missing 2"#, #".counts["z"]: unexpected 1"#,
            ]
        )
    }

    @Test("G87 many differences are counted")
    func many() {
        let lines = FieldDiff.lines(expected: Array(0..<30), actual: Array(100..<130))
        #expect(lines.count == 21)
        #expect(lines.last == "… and 10 more")
    }

    @Test("G87 values that came in place of others stand beside them, each with its fields")
    func replaced() {
        let expected = [User(name: "a"), User(name: "b"), User(name: "c")]
        let actual = [User(name: "x"), User(name: "y"), User(name: "c"), User(name: "z")]
        let diff = LineDiff(expected: expected, actual: actual, matches: ==)
        #expect(
            diff.text(expected: expected, actual: actual) == """
                    - User(name: "a", age: Optional(36))
                    + User(name: "x", age: Optional(36))
                          .name: expected "a", got "x"
                    - User(name: "b", age: Optional(36))
                    + User(name: "y", age: Optional(36))
                          .name: expected "b", got "y"
                      User(name: "c", age: Optional(36))
                    + User(name: "z", age: Optional(36))
                """
        )
    }

    // MARK: Lines

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
