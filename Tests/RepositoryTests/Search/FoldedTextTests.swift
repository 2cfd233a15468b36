import Repository
import Testing

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Đorđević", "dordevic"), ("Søren", "soren"), ("Großmann", "grossmann"), ("Işıl", "isil"), ("Łukasz", "lukasz"),
        ("Шевченко", "sevcenko"), (" Van DYKE\t", "van dyke"), ("O'Brien", "o'brien"), ("", ""), ("  ", ""),
        ("Zoë ", "zoe"),
    ])
    func `letters of every script become plain Latin ones`(text: String, expected: String) {
        #expect(FoldedText.key(text) == expected)
    }

    @Test func `a long text has a key of bounded length`() {
        #expect(FoldedText.key(String(repeating: "a", count: 100_000)).count == 200)
        #expect(FoldedText.key(String(repeating: "é", count: 100_000)).count == 200)
    }
}
