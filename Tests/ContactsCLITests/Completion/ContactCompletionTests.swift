import ArgumentParser
import Testing

@testable import ContactsCLI

struct ContactCompletionTests {
    @Test func `a request has the word up to the cursor, unquoted, and the options of the store`() {
        let arguments = [
            "---completion", "show", "--", "positional@0", "4", "7", "contacts", "--db=/tmp/a b", "--env", "QC",
            "Ada\\ Lovelace",
        ]
        let request = CompletionRequest(arguments)
        #expect(request?.prefix == "Ada Lo")
        #expect(request?.options == ["--db=/tmp/a b", "--env", "QC"])
    }

    @Test(arguments: [
        [], ["show", "ada"], ["---completion"], ["---completion", "list", "--", "--format", "2", "0", "contacts"],
        ["---completion", "show", "--", "positional@0", "x", "0", "contacts"], ["---completion", "show", "--"],
    ])
    func `other arguments are no request`(arguments: [String]) {
        #expect(CompletionRequest(arguments) == nil)
    }

    @Test func `no candidate can run a command in a shell`() {
        let candidates = [
            CompletionShellText.Candidate(word: "O'Neil $(rm) \u{1B}`x`;é", description: "a:b"),
            CompletionShellText.Candidate(word: "a:b\nc", description: ""),
        ]
        #expect(
            CompletionShellText.lines(candidates, for: .bash)
                == "O\\'Neil\\ \\$\\(rm\\)\\ \u{FFFD}\\`x\\`\\;é\na\\:b\\ c\n"
        )
        #expect(CompletionShellText.lines(candidates, for: .zsh) == "O'Neil $(rm) \u{FFFD}`x`;é:a:b\na\\:b c:\n \n")
        #expect(CompletionShellText.lines(candidates, for: .fish) == "O'Neil $(rm) \u{FFFD}`x`;é\ta:b\na:b c\t\n")
    }
}
