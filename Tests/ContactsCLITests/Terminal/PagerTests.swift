import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct PagerTests {
    /// Runs the program at a terminal of 24 lines, with a pager that says that it was there.
    private func show(_ arguments: String..., variables: [String: String] = [:]) async throws -> String {
        let terminal = try PseudoTerminal(columns: 80)
        let handle = FileHandle(fileDescriptor: terminal.terminal)
        let pager = ["TERM": "xterm", "PAGER": "sed s/^/paged:/", "NO_COLOR": "1"]
        let contacts = try Binary()
        _ = try await contacts.run("sync", "--results", "30")
        let result = try await contacts.start(
            arguments,
            pager.merging(variables) { $1 },
            input: handle,
            output: handle
        ).result
        #expect(result.status == 0, "\(result.messages)")
        return terminal.text()
    }

    @Test func `more than the screen holds is paged, from the first line on`() async throws {
        let lines = try await show("list", "--offline").split(separator: "\n")
        #expect(lines.count == 31)
        #expect(lines.allSatisfy { $0.hasPrefix("paged:") })
    }

    @Test func `what fits is printed as it is`() async throws {
        let text = try await show("list", "--offline", "--limit", "10")
        #expect(text.split(separator: "\n").count == 11)
        #expect(!text.contains("paged:"))
    }

    @Test func `long lines count as often as the terminal wraps them`() async throws {
        let lines = try await show("list", "--offline", "--limit", "2", "--format", "ndjson").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("paged:") })
    }

    @Test(arguments: [
        ["CONTACTS_PAGER": ""], ["CONTACTS_PAGER": "cat"], ["PAGER": " "], ["TERM": "dumb"],
    ])
    func `who wants no pager has none`(variables: [String: String]) async throws {
        let text = try await show("list", "--offline", variables: variables)
        #expect(text.split(separator: "\n").count == 31)
        #expect(!text.contains("paged:"))
    }

    @Test func `an option says no, and a pager of its own goes before`() async throws {
        #expect(!(try await show("list", "--offline", "--no-pager")).contains("paged:"))
        let own = try await show("list", "--offline", variables: ["CONTACTS_PAGER": "sed s/^/own:/"])
        #expect(own.hasPrefix("own:"))
    }

    @Test func `less is told to show colours and to leave when all fits, unless it was told something`() async throws {
        #expect(try await show("list", "--offline", variables: ["PAGER": "printenv LESS #"]).contains("FRX"))
        let own = try await show("list", "--offline", variables: ["PAGER": "printenv LESS #", "LESS": "-S"])
        #expect(own.contains("-S") && !own.contains("FRX"))
    }

    @Test func `a pager that is left early is no failure, and one that is missing no loss`() async throws {
        let left = try await show("list", "--offline", variables: ["PAGER": "head -n 2"])
        #expect(left.split(separator: "\n").count == 2)
        let missing = try await show("list", "--offline", variables: ["PAGER": "no-such-pager"])
        #expect(missing.split(separator: "\n").count == 31)
    }

    @Test func `without a terminal on both sides nothing is paged`() {
        let nowhere = Descriptor(number: -1)
        let screen = Screen(isTerminal: true, columns: 80, rows: 24)
        #expect(Pager(screen: screen, output: nowhere, input: nowhere, environment: [:]) == nil)
    }
}
