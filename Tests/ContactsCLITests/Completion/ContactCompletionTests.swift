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
