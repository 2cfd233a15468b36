import Foundation
import Testing

@testable import ContactsCLI

struct CompletionCommandTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell has a script`(shell: String) async throws {
        let result = try await Binary().succeed("completion", shell)
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
        let result = try await contacts.run("---complete", "fish", "show", "Ad")
        #expect(result.lines.count { $0.hasPrefix("Ada") } == count)
    }

    @Test func `a store that cannot be read completes nothing, without a message`() async throws {
        let contacts = try Binary()
        let result = try await contacts.succeed("---complete", "fish", "--db", "/dev/null/x", "show", "zz")
        #expect(result.output == "space\n")
        #expect(result.messages.isEmpty)
    }
}

struct CompletionScriptsTests {
    /// Each name would run a command, or end the word, if a shell read it.
    private static let cards = #"""
        BEGIN:VCARD
        VERSION:4.0
        FN:Bonnie Abernethy
        N:Abernethy;Bonnie;;;
        ADR:;;;Berlin;;;
        CATEGORIES:best friends
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:O'Neil $(touch pwned1)
        N:$(touch pwned1);O'Neil;;;
        ADR:;;;New York;;;
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Quo"te `touch pwned2`\; touch pwned3 & touch pwned4 | cat
        N:`touch pwned2`\; touch pwned3 & touch pwned4 | cat;Quo"te;;;
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Bang! two!!x \\y
        N:two!!x \\y;Bang!;;;
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Line\ntouch pwned5
        N:touch pwned5;Line\n;;;
        END:VCARD

        """#

    @Test(arguments: InteractiveShell.installed)
    func `tab and return select who was meant, and no name runs a command`(shell: InteractiveShell) async throws {
        let contacts = try Binary(variables: ["LC_ALL": "C.UTF-8", "CONTACTS_COMPLETION_TIMEOUT": "60000"])
        try await contacts.succeed("import", contacts.home.write(Self.cards, to: "cards.vcf"))
        let quoted = #"<show><Quo"te `touch pwned2`; touch pwned3 & touch pwned4 | cat>"#
        let typed: [(line: String, arguments: String)] = [
            ("cd", ""), ("contacts show Bon\t", "<show><Bonnie Abernethy>"),
            ("contacts show bONNIE\\ a\t", "<show><Bonnie Abernethy>"),
            ("contacts show O\\'\t", "<show><O'Neil $(touch pwned1)>"),
            ("contacts show \"O'\t", "<show><O'Neil $(touch pwned1)>"),
            ("contacts show 'Bon\t", "<show><Bonnie Abernethy>"), ("contacts show Quo\t", quoted),
            ("contacts show \"Quo\t", quoted), ("contacts show 'Quo\t", quoted),
            ("contacts show Bang\t", #"<show><Bang! two!!x \y>"#),
            ("contacts show \"Bang\t", #"<show><Bang! two!!x \y>"#),
            ("contacts show 'Bang\t", #"<show><Bang! two!!x \y>"#), ("contacts show Lin\t", "<show><Lin>"),
            ("contacts list city:be\t", "<list><city:Berlin>"),
            ("contacts list CITY:new\t", #"<list><CITY:New\ York>"#),
            ("contacts group add BEST\t x", "<group><add><best friends><x>"),
            ("contacts list --fo\tjs\t", "<list><--format><json>"), ("contacts --env q\t list", "<--env><QC><list>"),
            ("contacts help que\t", "<help><query>"), ("contacts find\t x", "<find><x>"),
        ]
        let arguments = try await shell.arguments(typing: typed.map(\.line), to: contacts)
        #expect(arguments == typed.map(\.arguments).filter { !$0.isEmpty })
        let files = try FileManager.default.contentsOfDirectory(atPath: contacts.home.url.path)
        #expect(!files.contains { $0.hasPrefix("pwned") })
    }
}
