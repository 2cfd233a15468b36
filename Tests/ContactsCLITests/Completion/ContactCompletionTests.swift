import Testing

@testable import ContactsCLI

struct ContactCompletionTests {
    private func offered(_ words: String..., stored: [String]) throws -> [String] {
        let request = try #require(CompletionRequest(["---complete", "fish"] + words))
        let completion = ContactCompletion(CompletionTarget(request))
        return completion.answer(with: stored.map { CompletionCandidate(word: $0) }).candidates.map(\.word)
    }

    @Test func `what the store has is offered in any case`() throws {
        #expect(try offered("show", "ad", stored: ["Ada Lovelace", "Grace"]) == ["Ada Lovelace"])
        #expect(try offered("list", "city:b", stored: ["Berlin", "Rome"]) == ["city:Berlin"])
    }

    @Test func `what a search finds inside of names is offered where nothing begins with the text`() throws {
        func text(_ shell: String, _ words: [String], found: [String]) throws -> String {
            let request = try #require(CompletionRequest(["---complete", shell] + words))
            let completion = ContactCompletion(CompletionTarget(request))
            let stored = found.map { CompletionCandidate(word: $0, isFound: true) }
            return completion.answer(with: stored).text(for: request)
        }
        #expect(try text("fish", ["show", "ovel"], found: ["Ada Lovelace", "Ovelia"]) == "space\nOvelia\n")
        #expect(try text("zsh", ["show", "ovel"], found: ["Ada Lovelace"]) == "inside\nAda Lovelace\n")
        // Readline would replace the text by what several words have in common.
        #expect(
            try text("bash", ["contacts show ovel", "ovel"], found: ["Ada Lovelace"]) == "inside\nAda\\ Lovelace\n"
        )
        #expect(try text("bash", ["contacts show ovel", "ovel"], found: ["Ada Lovelace", "Bo Clovel"]) == "inside\n")
    }

    @Test func `fields are offered for a contact when nothing else fits`() throws {
        #expect(try offered("show", "cit", stored: []) == ["city:"])
        #expect(try offered("show", "cit", stored: ["Citizen Kane"]) == ["Citizen Kane"])
    }

    @Test(arguments: [("New York", #"New\ York"#), (#"a"b\c(d)"#, #"a\"b\\c\(d\)"#), ("Zürich", "Zürich")])
    func `a value is one word of a query`(value: String, word: String) {
        #expect(QueryText.escaped(value) == word)
        #expect(QueryText.unescaped(word) == value)
    }

    @Test func `words of a name have no meaning in a query`() {
        #expect(QueryText.escapedWords("A: (B) C") == #"A\: \(B\) C"#)
    }
}
