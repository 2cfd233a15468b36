import ArgumentParser
import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct CompletionTests {
    @Test func `a shell's question has the word up to the cursor, unquoted, and where the store is`() {
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
    func `other arguments are no question`(arguments: [String]) {
        #expect(CompletionRequest(arguments) == nil)
    }

    @Test func `each shell gets lines that it cannot take for an order`() {
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

    @Test(arguments: ["bash", "zsh", "fish"])
    func `there is a script for each shell`(shell: String) async throws {
        let result = try await Binary().run("completion", shell)
        #expect(result.status == 0)
        #expect(result.output.contains("contacts"))
        #expect(result.output.contains("---completion show -- positional@0"))
    }

    @Test func `another shell is refused`() async throws {
        #expect(try await Binary().run("completion", "tcsh").status == 64)
    }

    @Test(arguments: InteractiveShell.installed)
    func `a shell completes commands, names and identifiers, and runs nothing that a name says`(
        shell: InteractiveShell
    ) async throws {
        let contacts = try Binary(variables: ["LC_ALL": "C.UTF-8", "CONTACTS_COMPLETION_TIMEOUT": "60000"])
        let marker = contacts.home.url.appending(path: "marker").path
        let ada = try await contacts.run("add", "--first-name", "Ada", "--last-name", "Lovelace").lines[0]
        _ = try await contacts.run("add", "--first-name", "Adam", "--last-name", "$(touch \(marker))")
        func completed(_ words: String...) async throws -> [String] {
            try await shell.completions(of: words, by: contacts)
        }
        #expect(try await completed("comp") == ["completion"])
        let names = try await completed("show", "Ad")
        #expect(names.count == 2)
        #expect(names.contains(shell == .fish ? "Ada Lovelace" : "Ada\\ Lovelace"))
        // Outside a terminal fish tells nobody which word is under the cursor, and chooses among the names itself.
        if shell != .fish { #expect(try await completed("show", String(ada.prefix(6))).contains(ada)) }
        #expect(try await completed("show", "Adam").count == 1)
        #expect(!FileManager.default.fileExists(atPath: marker))
    }

    @Test(arguments: ["60000": 1, "0": 0, "-5": 0, "999999999999": 1])
    func `a shell waits as long as it is told to`(timeout: String, count: Int) async throws {
        let contacts = try Binary(variables: ["CONTACTS_COMPLETION_TIMEOUT": timeout])
        _ = try await contacts.run("add", "--first-name", "Ada")
        let result = try await contacts.start(
            ["---completion", "show", "--", "positional@0", "3", "0", "contacts", "show", "Ad"]
        ).result
        #expect(result.lines.filter { !$0.isEmpty }.count == count)
    }

    @Test func `a store that cannot be read is silence`() async throws {
        let contacts = try Binary()
        let result = try await contacts.start(
            ["---completion", "show", "--", "positional@0", "4", "1", "contacts", "--db", "/dev/null/x", "show", "a"]
        ).result
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.messages.isEmpty)
    }
}
