import Testing

@testable import ContactsCLI

struct SpellingTests {
    @Test(arguments: [
        ("emial", "email"), ("emal", "email"), ("emaill", "email"), ("phnoe", "phone"), ("EMAIL", "email"),
        ("nmae", "name"),
    ])
    func `finds what was meant`(word: String, meant: String) {
        #expect(Spelling.nearest(to: word, among: ["name", "email", "phone"]) == meant)
    }

    @Test(arguments: ["", "xyz", "telephone-number"])
    func `what is far from everything has no suggestion`(word: String) {
        #expect(Spelling.nearest(to: word, among: ["name", "email", "phone"]) == nil)
    }
}
