import Foundation
import Testing

@testable import ContactsCLI

struct PagerTests {
    /// Options of a list of 30, variables, and how many lines come, each with the mark of the pager or none.
    private static let cases: [([String], [String: String], Int, Bool)] = [
        // More than the screen of 24 lines holds, less, and two lines that the terminal wraps often.
        ([], [:], 31, true), (["--limit", "10"], [:], 11, false),
        (["--limit", "2", "--format", "ndjson"], [:], 2, true),
        // Who wants no pager has none.
        ([], ["CONTACTS_PAGER": ""], 31, false), ([], ["CONTACTS_PAGER": "cat"], 31, false),
        ([], ["PAGER": " "], 31, false), ([], ["TERM": "dumb"], 31, false), (["--no-pager"], [:], 31, false),
        // The program's own goes before; one that is left early is no failure, and one that is missing no loss.
        ([], ["PAGER": "cat", "CONTACTS_PAGER": "sed s/^/paged:/"], 31, true), ([], ["PAGER": "head -n 2"], 2, false),
        ([], ["PAGER": "no-such-pager"], 31, false),
    ]

    private func show(_ options: [String], _ variables: [String: String]) async throws -> String {
        let terminal = try PseudoTerminal(columns: 80)
        let pager = ["TERM": "xterm", "PAGER": "sed s/^/paged:/", "NO_COLOR": "1"].merging(variables) { $1 }
        let contacts = try Binary()
        try await contacts.succeed("sync", "--results", "30")
        let list = ["list", "--offline"] + options
        let result = try await contacts.start(list, pager, input: terminal.handle, output: terminal.handle).result
        #expect(result.status == 0, "\(result.messages)")
        return terminal.text()
    }

    @Test(arguments: cases)
    func `what the screen does not hold is paged, from the first line on, by the pager that is wanted`(
        options: [String],
        variables: [String: String],
        lines: Int,
        isPaged: Bool
    ) async throws {
        let shown = try await show(options, variables).split(separator: "\n")
        #expect(shown.count == lines)
        #expect(shown.allSatisfy { $0.hasPrefix("paged:") == isPaged })
    }

    @Test func `less is told to show colours and to leave when all fits, unless it was told something`() async throws {
        #expect(try await show([], ["PAGER": "printenv LESS #"]).contains("FRX"))
        let own = try await show([], ["PAGER": "printenv LESS #", "LESS": "-S"])
        #expect(own.contains("-S") && !own.contains("FRX"))
    }

    @Test func `without a terminal on both sides nothing is paged`() {
        let nowhere = Descriptor(number: -1)
        let screen = Screen(isTerminal: true, columns: 80, rows: 24)
        #expect(Pager(screen: screen, output: nowhere, input: nowhere, environment: [:]) == nil)
    }
}
