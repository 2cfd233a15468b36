import Testing

@testable import XCConfig

@Suite struct EvaluatedTextTests {
    @Test(arguments: [
        ("A =", []), ("A = a b\tc", ["a", "b", "c"]), ("A = \"a b\" 'c d'", ["a b", "c d"]),
        ("A = a\"b c\"d", ["ab cd"]), ("A = \"\" ''", ["", ""]), ("A = a\\ b \\\"", ["a b", "\""]),
        ("A = \"it's\" 'a\"b'", ["it's", "a\"b"]), ("A = \"open b", ["open b"]), ("A = $(B)\nB = x y", ["x", "y"]),
        ("A = $(B)$(B)\nB = x y", ["x", "yx", "y"]), ("A = \"$(B)\"\nB = x y", ["x y"]),
        ("A = $(E) $(E) $(B)$(B) $(E)\nB = x y z", ["x", "y", "zx", "y", "z"]),
        ("A = $(B:upper)\nB = x 'y z'", ["X", "Y Z"]), ("A = $(U:default=x)", ["x"]), ("A = x$(E)\nE =", ["x"]),
        ("A = $U z", ["$U", "z"]), ("A = a\nA = $(inherited) b", ["a", "b"]),
        ("A = $(B_$(C))\nB_cd = x y\nC = c d", []),
    ])
    func `a list consists of words, quotations and references`(text: String, expected: [String]) throws {
        #expect(try Resolving.list("A", in: text) == expected)
    }
}
