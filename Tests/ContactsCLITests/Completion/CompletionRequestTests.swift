import Testing

@testable import ContactsCLI

struct CompletionRequestTests {
    @Test func `bash hands the line to the cursor, and what it replaces`() throws {
        let line = #"contacts --db='/tmp/a b' --env QC show Ada\ Lo"#
        let request = try #require(CompletionRequest(["---complete", "bash", line, #"Ada\ Lo"#]))
        #expect(request.words == ["--db=/tmp/a b", "--env", "QC", "show"])
        #expect(request.current == "Ada Lo")
        #expect(request.kept.isEmpty)
        #expect(request.quote == nil)
    }

    @Test(
        arguments: [
            ("contacts list city:B", "B", "city:B", "city:", nil), ("contacts list ", "", "", "", nil),
            (#"contacts show "Ada L"#, "Ada L", "Ada L", "", "\""), ("contacts show 'O", "O", "O", "", "'"),
            (#"contacts list city:"New Y"#, "New Y", "city:New Y", "city:", "\""),
            (#"contacts show "A"\ B"#, #"\ B"#, "A B", "A", nil), (#"contacts show a\$"#, #"a\$"#, "a$", "", nil),
            ("contacts", "contacts", "", "", nil),
        ] as [(String, String, String, String, Character?)]
    )
    func `what bash keeps of a word is known`(
        line: String,
        replaced: String,
        current: String,
        kept: String,
        quote: Character?
    ) throws {
        let request = try #require(CompletionRequest(["---complete", "bash", line, replaced]))
        #expect(request.current == current)
        #expect(request.kept == kept)
        #expect(request.quote == quote)
    }

    @Test(arguments: [CompletingShell.zsh, .fish])
    func `other shells hand the words`(shell: CompletingShell) throws {
        let arguments = ["---complete", shell.rawValue, "show", "--db", #"a\ b"#, #""O'N"#]
        let request = try #require(CompletionRequest(arguments))
        #expect(request.words == ["show", "--db", "a b"])
        #expect(request.current == "O'N")
    }

    @Test(
        arguments: [
            (.bash, #""a\"b"#, #"a"b"#), (.zsh, #""a\nb"#, #"a\nb"#), (.bash, #"'a\b"#, #"a\b"#),
            (.fish, #"'a\'b"#, "a'b"),
        ] as [(CompletingShell, String, String)]
    )
    func `a backslash between quotation marks is read as the shell reads it`(
        shell: CompletingShell,
        word: String,
        text: String
    ) {
        #expect(ShellWord(word, in: shell).text == text)
    }

    @Test(arguments: [
        [], ["show", "ada"], ["---complete"], ["---complete", "bash"], ["---complete", "tcsh", "a", "b"],
        ["---complete", "bash", "line", "word", "more"], ["---complete", "zsh"],
    ])
    func `other arguments are no request`(arguments: [String]) {
        #expect(CompletionRequest(arguments) == nil)
    }
}
