import Foundation
import Repository
import Testing

@testable import ContactsCLI

/// What the program offers.
struct CompletionTargetTests {
    private static let people = Binary.sample { contacts in
        for fields in [["Ada Lovelace", "--city", "Bern", "--group", "friends"], ["Grace Hopper"], ["Ovelia"]] {
            try await contacts.succeed(["add"] + fields)
        }
        return []
    }

    /// Runs the program as a shell does, and returns what it is to do with the words, and the words.
    private func offered(_ words: [String], in shell: String = "zsh") async throws -> [String] {
        let contacts = Binary(try await Self.people.value.contacts, variables: Self.retryPolicy)
        return try await contacts.succeed("---complete", shell, words).output.split(separator: "\n")
            .map { String($0.prefix { $0 != "\t" }) }
    }

    private static let retryPolicy = ["CONTACTS_COMPLETION_TIMEOUT": "60000"]

    @Test(arguments: [
        // Commands and their aliases, in any case; behind help topics, too.
        ("comp", "space|completion"), ("L", "space|list|ls"), ("--db x groups ren", "space|rename"),
        ("help query", "space|query"), ("help con", "space|config|configuration"), ("help config res", "space|resolve"),
        // Options, and their values.
        ("list --form", "space|--format"), ("list --offline --off", "space"), ("list --format nd", "space|ndjson"),
        ("list --format=nd", "space|--format=ndjson"), ("--env q", "space|QC"), ("list --db", "space|--db"),
        ("list --env=", "space|--env=DEV|--env=QC|--env=PROD"), ("show --log-level deb", "space|debug"),
        ("list -- --form", "space"),
        // An option that may be given several times is offered again.
        ("add --email a@example.org --ema", "space|--email"), ("add --note n --not", "space"),
        // Fields, one behind the other, and what is typed behind a field.
        ("list --fields name,ema", "space|name,email|name,emails"), ("list --json=cit", "space|--json=city"),
        ("search cit", "nospace|city:"), ("search favorite:", "space|favorite:yes|favorite:no"),
        ("show cit", "nospace|city:"), ("list zzz", "space"),
        // Contacts, groups and values of the store, which an option may name.
        ("show Ad", "space|Ada Lovelace"), ("history Ad", "space|Ada Lovelace"), ("history sh", "space|show"),
        ("list Ad", "space|address:|Ada Lovelace"), ("--db none.db show --env=QC Ad", "nospace|address:"),
        ("group add fr", "space|friends"), ("group add friends Ad", "space|Ada Lovelace"),
        ("list --group fr", "space|friends"), ("list city:B", "space|city:Bern"),
        ("list NOT city:B", "space|city:Bern"),
        ("show CITY:B", "space|CITY:Bern"), ("ls --offline city:B", "space|city:Bern"), ("list --city B", "space|Bern"),
        // What a search finds inside of names, where nothing begins with the text.
        ("show ovel", "space|Ovelia"), ("show lac", "inside|Ada Lovelace"),
        // Files are left to the shell.
        ("--db x", "files"), ("list --config=x", "files xcconfig"), ("config resolve a", "files xcconfig"),
        ("config resolve --developer-dir ", "folders"),
    ])
    func `a word is completed by what can stand there`(line: String, offer: String) async throws {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(try await offered(words).joined(separator: "|") == offer)
    }

    @Test func `without a letter no aliases are offered, and bash keeps a text that several names have inside`()
        async throws
    {
        let all = try await offered([""])
        #expect(all.contains("remove") && all.contains("help") && !all.contains("rm"))
        #expect(try await offered(["contacts show lac", "lac"], in: "bash") == ["inside", #"Ada\ Lovelace"#])
        let several = try await offered(["contacts show ace", "ace"], in: "bash")
        #expect(several == ["inside", #"Grace\ Hopper"#, #"Ada\ Lovelace"#, " "])
        // The line, and the part of its last word that bash replaces.
        for (line, replaced, offer) in [
            ("contacts list city:B", "B", "Bern"), (#"contacts show "Ada L"#, "Ada L", "Ada Lovelace"),
            ("contacts show 'Ov", "Ov", "Ovelia"), (#"contacts show Ada\ Lo"#, #"Ada\ Lo"#, #"Ada\ Lovelace"#),
            (#"contacts show "Ada"\ L"#, #"\ L"#, #"\ Lovelace"#),
        ] { #expect(try await offered([line, replaced], in: "bash") == ["space", offer], "\(line)") }
    }
}

struct CompletionTextTests {
    @Test(
        arguments: [
            (.bash, #""a\"b"#, #"a"b"#), (.zsh, #""a\nb"#, #"a\nb"#), (.bash, #"'a\b"#, #"a\b"#),
            (.fish, #"'a\'b"#, "a'b"),
        ] as [(CompletingShell, String, String)]
    )
    func `a quoted backslash is read as the shell reads it`(shell: CompletingShell, word: String, text: String) {
        #expect(ShellWord(word, in: shell).text == text)
    }

    private func lines(_ words: [String], _ line: String, _ replaced: String) throws -> [String] {
        let request = try #require(CompletionRequest(["---complete", "bash", line, replaced]))
        let answer = CompletionAnswer(candidates: words.map { CompletionCandidate(word: $0) })
        return answer.text(for: request).split(separator: "\n").map(String.init)
    }

    @Test func `bash loses no letter where candidates differ in case`() throws {
        #expect(try lines(["ADA x", "ada y"], "contacts show ada", "ada") == ["space", "ada\\ x", "ada\\ y"])
        #expect(try lines(["Ada x", "Adam"], "contacts show ad", "ad") == ["space", "Ada\\ x", "Adam"])
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

    @Test func `a value is one word of a query, and the words of a name have no meaning in it`() {
        for (value, word) in [("New York", #"New\ York"#), (#"a"b\c(d)"#, #"a\"b\\c\(d\)"#), ("Zürich", "Zürich")] {
            #expect(QueryText.escaped(value) == word && QueryText.unescaped(word) == value)
        }
        #expect(QueryText.escapedWords("A: (B) C") == #"A\: \(B\) C"#)
    }
}

struct CompletionCommandTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell has a script`(shell: String) async throws {
        #expect(try await Binary().succeed("completion", shell).output.contains("---complete \(shell)"))
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
        let words = ["---complete", "fish", "--db", "/dev/null/x", "show", "zz"]
        try await contacts.succeed(words, output: "space\n", messages: "")
    }
}

struct CompletionScriptsTests {
    /// Each name would run a command, or end the word, if a shell read it.
    private static let cards = [
        ["FN:Bonnie Abernethy", "N:Abernethy;Bonnie;;;", "ADR:;;;Berlin;;;", "CATEGORIES:best friends"],
        ["FN:O'Neil $(touch pwned1)", "N:$(touch pwned1);O'Neil;;;", "ADR:;;;New York;;;"],
        [
            #"FN:Quo"te `touch pwned2`\; touch pwned3 & touch pwned4 | cat"#,
            #"N:`touch pwned2`\; touch pwned3 & touch pwned4 | cat;Quo"te;;;"#,
        ],
        [#"FN:Bang! two!!x \\y"#, #"N:two!!x \\y;Bang!;;;"#],
        [#"FN:Line\ntouch pwned5"#, #"N:touch pwned5;Line\n;;;"#],
    ].map { String.card($0, version: "4.0") }.joined()

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
        #expect(try !contacts.home.names().contains { $0.hasPrefix("pwned") })
    }
}
