import Testing

@testable import ContactsCLI

struct CompletionTextTests {
    private func lines(_ words: [String], _ line: String, _ replaced: String) throws -> [String] {
        let request = try #require(CompletionRequest(["---complete", "bash", line, replaced]))
        let answer = CompletionAnswer(candidates: words.map { CompletionCandidate(word: $0) })
        return answer.text(for: request).split(separator: "\n").map(String.init)
    }

    @Test func `a name is escaped once for bash`() throws {
        let name = "O'Neil $(rm) `x`; !!\"\\é"
        #expect(
            try lines([name], "contacts show O", "O") == [
                "space", "O\\'Neil\\ \\$\\(rm\\)\\ \\`x\\`\\;\\ \\!\\!\\\"\\\\é",
            ]
        )
        #expect(try lines([name], "contacts show 'O", "O") == ["space", "O'\\''Neil $(rm) `x`; !!\"\\é"])
        #expect(
            try lines([name], "contacts show \"O", "O") == [
                "space", "O'Neil \\$(rm) \\`x\\`; \"'!'\"\"'!'\"\\\"\\\\é",
            ]
        )
    }

    @Test func `bash keeps what stands before a colon`() throws {
        #expect(try lines(["city:Berlin"], "contacts list city:B", "B") == ["space", "Berlin"])
    }

    @Test func `bash loses no letter where candidates differ in case`() throws {
        #expect(try lines(["ADA x", "ada y"], "contacts show ada", "ada") == ["space", "ada\\ x", "ada\\ y"])
        #expect(try lines(["Ada x", "Adam"], "contacts show ad", "ad") == ["space", "Ada\\ x", "Adam"])
    }

    @Test func `more is typed behind a field`() throws {
        #expect(try lines(["city:"], "contacts list ci", "ci") == ["nospace", "city:"])
        #expect(try lines([], "contacts list ci", "ci") == ["space"])
    }

    @Test func `what cannot be typed is not offered, and descriptions are harmless`() throws {
        let answer = CompletionAnswer(candidates: [
            CompletionCandidate(word: "a\nb"), CompletionCandidate(word: "a\u{202E}b"),
            CompletionCandidate(word: "a:b", description: "c\u{1B}\nd"),
        ])
        for shell in ["zsh", "fish"] {
            let request = try #require(CompletionRequest(["---complete", shell, "show", "a"]))
            #expect(answer.text(for: request) == "space\na:b\tc\u{FFFD} d\n")
        }
    }

    @Test func `the shell offers files itself`() throws {
        let request = try #require(CompletionRequest(["---complete", "fish", "x"]))
        #expect(CompletionAnswer(paths: .files([])).text(for: request) == "files\n")
        #expect(CompletionAnswer(paths: .files(["vcf", "csv"])).text(for: request) == "files vcf csv\n")
        #expect(CompletionAnswer(paths: .folders).text(for: request) == "folders\n")
    }
}
