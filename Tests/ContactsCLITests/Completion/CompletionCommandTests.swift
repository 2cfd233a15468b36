import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct CompletionCommandTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell has a script`(shell: String) async throws {
        let result = try await Binary().run("completion", shell)
        #expect(result.status == 0)
        #expect(result.output.contains("contacts"))
        #expect(result.output.contains("---completion show -- positional@0"))
    }

    @Test func `another shell is refused`() async throws {
        #expect(try await Binary().run("completion", "tcsh").status == 64)
    }

    @Test(arguments: InteractiveShell.installed)
    func `a shell completes commands, names and identifiers, and no name runs a command`(
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
        // Outside a terminal fish does not pass the word under the cursor, and filters the names itself.
        if shell != .fish { #expect(try await completed("show", String(ada.prefix(6))).contains(ada)) }
        #expect(try await completed("show", "Adam").count == 1)
        #expect(!FileManager.default.fileExists(atPath: marker))
    }

    @Test(arguments: ["60000": 1, "0": 0, "-5": 0, "999999999999": 1])
    func `the variable limits how long a shell waits`(timeout: String, count: Int) async throws {
        let contacts = try Binary(variables: ["CONTACTS_COMPLETION_TIMEOUT": timeout])
        _ = try await contacts.run("add", "--first-name", "Ada")
        let result = try await contacts.start(
            ["---completion", "show", "--", "positional@0", "3", "0", "contacts", "show", "Ad"]
        ).result
        #expect(result.lines.filter { !$0.isEmpty }.count == count)
    }

    @Test func `a store that cannot be read completes nothing, without a message`() async throws {
        let contacts = try Binary()
        let result = try await contacts.start(
            ["---completion", "show", "--", "positional@0", "4", "1", "contacts", "--db", "/dev/null/x", "show", "a"]
        ).result
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.messages.isEmpty)
    }
}
