import Testing

@testable import XCConfig

@Suite struct ConditionPatternTests {
    @Test(arguments: [
        ("*", "", true), ("*", "a/b", true), ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false),
        ("a?c", "abc", true), ("a?c", "ac", false), ("a*c", "ac", true), ("a*c", "abbc", true), ("a*c", "abcd", false),
        ("*a*b*", "xaxbx", true), ("*a*b*", "xbxax", false), ("[a-c]", "b", true), ("[a-c]", "d", false),
        ("[!a-c]", "d", true), ("[!a-c]", "b", false), ("[ab", "[ab", true), ("[ab", "a", false), ("[z-a]", "b", false),
        ("\\*", "\\x", true), ("iphone*[0-9]", "iphoneos1", true), ("**", "x", true), ("?", "é", true),
    ])
    func `a pattern matches the whole text`(pattern: String, text: String, expected: Bool) {
        #expect(ConditionPattern.matches(pattern, text) == expected)
    }

    @Test func `the newest matching assignment wins, and inheriting skips those that do not match`() throws {
        let text = "A = 1\nA[config=DEV] = 2\nA[config=DEV][sdk=linux] = 3\nB[config=DEV] = 1\nB = 2"
        for (values, strings) in [
            (["config": "DEV"], ["A": "2", "B": "2"]), (["config": "QC"], ["A": "1", "B": "2"]),
            (["config": "DEV", "sdk": "linux"], ["A": "3", "B": "2"]),
        ] { #expect(try Resolving.file(text, conditions: ConditionValues(values)).strings == strings) }
        let older = "A = 1\nA[config=DEV] = 2\nA = $(inherited)3"
        #expect(try Resolving.file(older)["A"]?.string == "13")
        #expect(try Resolving.file(older, conditions: ConditionValues(["config": "DEV"]))["A"]?.string == "23")
    }

    @Test func `a parameter without a value matches only the star, of several values one suffices`() throws {
        var values = ConditionValues()
        values.add("a", for: "p")
        values.add("b", for: "p")
        let text = "A[p=b] = 1\nB[p=c] = 1\nC[q=*] = 1\nD[q=?*] = 1\nE[q=] = 1"
        let config = try Resolving.file(text, conditions: values)
        #expect(["A", "B", "C", "D", "E"].map { config[$0]?.string } == ["1", nil, "1", nil, nil])
        #expect(config.values["B"]?.string == "")
    }
}
