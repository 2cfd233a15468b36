import Testing

@testable import XCConfig

@Suite("Conditions")
struct ConditionPatternTests {
    @Test(
        "patterns match whole texts",
        arguments: [
            ("*", "", true), ("*", "a/b", true), ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false),
            ("a?c", "abc", true), ("a?c", "ac", false), ("a*c", "ac", true), ("a*c", "abbc", true),
            ("a*c", "abcd", false),
            ("*a*b*", "xaxbx", true), ("*a*b*", "xbxax", false), ("[a-c]", "b", true), ("[a-c]", "d", false),
            ("[!a-c]", "d", true), ("[!a-c]", "b", false), ("[ab", "[ab", true), ("[ab", "a", false),
            ("[z-a]", "b", false),
            ("\\*", "\\x", true), ("iphone*[0-9]", "iphoneos1", true), ("**", "x", true), ("?", "é", true),
        ]
    )
    func matches(_ pattern: String, text: String, expected: Bool) {
        #expect(ConditionPattern.matches(pattern, text) == expected)
    }

    @Test("the newest assignment whose conditions match wins, however special the others are")
    func order() throws {
        let text = "A = 1\nA[config=DEV] = 2\nA[config=DEV][sdk=linux] = 3\nB[config=DEV] = 1\nB = 2"
        #expect(try Resolving.file(text, conditions: ConditionValues(["config": "DEV"]))["A"]?.string == "2")
        #expect(try Resolving.file(text, conditions: ConditionValues(["config": "QC"]))["A"]?.string == "1")
        #expect(
            try Resolving.file(text, conditions: ConditionValues(["config": "DEV", "sdk": "linux"]))["A"]?.string == "3"
        )
        #expect(try Resolving.file(text, conditions: ConditionValues(["config": "DEV"]))["B"]?.string == "2")
    }

    @Test("inheriting passes over assignments whose conditions do not match")
    func inheriting() throws {
        let text = "A = 1\nA[config=DEV] = 2\nA = $(inherited)3"
        #expect(try Resolving.file(text)["A"]?.string == "13")
        #expect(try Resolving.file(text, conditions: ConditionValues(["config": "DEV"]))["A"]?.string == "23")
    }

    @Test("a parameter without value matches only the star, one of several values is enough")
    func values() throws {
        var values = ConditionValues()
        values.add("a", for: "p")
        values.add("b", for: "p")
        let config = try Resolving.file(
            "A[p=b] = 1\nB[p=c] = 1\nC[q=*] = 1\nD[q=?*] = 1\nE[q=] = 1",
            conditions: values
        )
        #expect(config["A"]?.string == "1")
        #expect(config["B"] == nil)
        #expect(config["C"]?.string == "1")
        #expect(config["D"] == nil)
        #expect(config["E"] == nil)
        #expect(config.values["B"]?.string == "")
    }
}
