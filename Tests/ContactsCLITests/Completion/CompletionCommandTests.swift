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
        #expect(result.output.contains("---complete \(shell)"))
    }

    @Test func `another shell is refused`() async throws {
        #expect(try await Binary().run("completion", "tcsh").status == 64)
    }

    @Test(arguments: ["60000": 1, "0": 0, "-5": 0, "999999999999": 1])
    func `the variable limits how long a shell waits`(timeout: String, count: Int) async throws {
        let contacts = try Binary(variables: ["CONTACTS_COMPLETION_TIMEOUT": timeout])
        _ = try await contacts.run("add", "--first-name", "Ada")
        let result = try await contacts.start(
            ["---complete", "fish", "show", "Ad"]
        ).result
        #expect(result.lines.count { $0.hasPrefix("Ada") } == count)
    }

    @Test func `a store that cannot be read completes nothing, without a message`() async throws {
        let contacts = try Binary()
        let result = try await contacts.start(
            ["---complete", "fish", "--db", "/dev/null/x", "show", "zz"]
        ).result
        #expect(result.status == 0)
        #expect(result.output == "space\n")
        #expect(result.messages.isEmpty)
    }
}
