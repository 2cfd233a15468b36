import Foundation
import Repository
import Testing

@testable import ContactsCLI

struct CompletionRequestTests {
    @Test func `bash hands the line to the cursor, and what it replaces`() throws {
        let line = #"contacts --db='/tmp/a b' --env QC show Ada\ Lo"#
        let request = try #require(CompletionRequest(["---complete", "bash", line, #"Ada\ Lo"#]))
        #expect(request.words == ["--db=/tmp/a b", "--env", "QC", "show"])
        #expect(request.current == "Ada Lo")
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
    func `a quoted backslash is read as the shell reads it`(shell: CompletingShell, word: String, text: String) {
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

struct CompletionTargetTests {
    private func target(_ words: [String]) throws -> CompletionTarget {
        CompletionTarget(try #require(CompletionRequest(["---complete", "zsh"] + words)))
    }

    private func offered(_ words: String...) throws -> [String] {
        ContactCompletion(target: try target(words)).answer.candidates.map(\.word)
    }

    @Test func `commands and their aliases are offered in any case`() throws {
        #expect(try offered("comp") == ["completion"])
        #expect(try offered("L").contains("ls"))
        #expect(try offered("l").contains("list"))
        let all = try offered("")
        #expect(all.contains("remove") && all.contains("help") && !all.contains("rm"))
        #expect(try offered("--db", "x", "groups", "ren") == ["rename"])
    }

    @Test func `help offers commands and topics`() throws {
        #expect(try offered("help", "query") == ["query"])
        #expect(try offered("help", "con").contains("config"))
        #expect(try offered("help", "con").contains("configuration"))
        #expect(try offered("help", "config", "res") == ["resolve"])
    }

    @Test func `options are offered with their values`() throws {
        #expect(try offered("list", "--form") == ["--format"])
        #expect(try offered("list", "--offline", "--off").isEmpty)
        #expect(try offered("list", "--format", "nd") == ["ndjson"])
        #expect(try offered("list", "--format=nd") == ["--format=ndjson"])
        #expect(try offered("--env", "q") == ["QC"])
        #expect(try offered("list", "--env=") == ["--env=DEV", "--env=QC", "--env=PROD"])
        #expect(try offered("show", "--log-level", "deb") == ["debug"])
        #expect(try offered("list", "--db").contains("--db"))
        #expect(try offered("list", "--", "--form").isEmpty)
        // An option that may be given several times is offered again.
        #expect(try offered("add", "--email", "a@example.org", "--ema").contains("--email"))
        #expect(!(try offered("add", "--note", "n", "--no").contains("--note")))
    }

    @Test func `fields are offered, one behind the other`() throws {
        #expect(try offered("list", "--fields", "name,ema") == ["name,email", "name,emails"])
        #expect(try offered("list", "--json=cit") == ["--json=city"])
        #expect(try offered("search", "cit") == ["city:"])
        #expect(try offered("search", "favorite:") == ["favorite:yes", "favorite:no"])
    }

    @Test func `the store is asked for contacts, groups and values`() throws {
        #expect(try target(["show", "Ad"]).sources == [.contacts(inQuery: false)])
        #expect(try target(["history", "Ad"]).sources == [.contacts(inQuery: false)])
        #expect(try offered("history", "sh") == ["show"])
        #expect(try target(["list", "Ad"]).sources == [.contacts(inQuery: true)])
        #expect(try target(["group", "add", "fr"]).sources == [.groups])
        #expect(try target(["group", "add", "friends", "Ad"]).sources == [.contacts(inQuery: false)])
        #expect(try target(["list", "--group", "fr"]).sources == [.groups])
        for words in [
            ["list", "city:B"], ["list", "NOT", "city:B"], ["show", "CITY:B"], ["ls", "--offline", "city:B"],
        ] {
            let target = try target(words)
            #expect(target.sources == [.values(.city, inQuery: true)], "\(words)")
            #expect(target.text == "B")
        }
        #expect(try target(["list", "--city", "B"]).sources == [.values(.city, inQuery: false)])
        #expect(try target(["list", "city:B"]).leading == "city:")
    }

    @Test func `files are left to the shell`() throws {
        #expect(try target(["--db", "x"]).paths == .files([]))
        #expect(try target(["list", "--config=x"]).paths == .files(["xcconfig"]))
        #expect(try target(["config", "resolve", "--developer-dir", ""]).paths == .folders)
        #expect(try target(["config", "resolve", "a"]).paths == .files(["xcconfig"]))
    }

    @Test func `the options of the store are known`() throws {
        #expect(try target(["--db", "a b", "show", "--env=QC", "x"]).storeOptions == ["--db", "a b", "--env=QC"])
    }
}

struct CompletionTextTests {
    private func lines(_ words: [String], _ line: String, _ replaced: String) throws -> [String] {
        let request = try #require(CompletionRequest(["---complete", "bash", line, replaced]))
        let answer = CompletionAnswer(candidates: words.map { CompletionCandidate(word: $0) })
        return answer.text(for: request).split(separator: "\n").map(String.init)
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

struct ContactCompletionTests {
    private func offered(_ words: String..., stored: [String]) throws -> [String] {
        let request = try #require(CompletionRequest(["---complete", "fish"] + words))
        let completion = ContactCompletion(target: CompletionTarget(request))
        return completion.answer(with: stored.map { CompletionCandidate(word: $0) }).candidates.map(\.word)
    }

    @Test func `what a search finds inside of names is offered where nothing begins with the text`() throws {
        func text(_ shell: String, _ words: [String], found: [String]) throws -> String {
            let request = try #require(CompletionRequest(["---complete", shell] + words))
            let completion = ContactCompletion(target: CompletionTarget(request))
            let stored = found.map { CompletionCandidate(word: $0, isFound: true) }
            return completion.answer(with: stored).text(for: request)
        }
        #expect(try text("fish", ["show", "ovel"], found: ["Ada Lovelace", "Ovelia"]) == "space\nOvelia\n")
        #expect(try text("zsh", ["show", "ovel"], found: ["Ada Lovelace"]) == "inside\nAda Lovelace\n")
        // Readline would replace the text by what several words have in common.
        #expect(
            try text("bash", ["contacts show ovel", "ovel"], found: ["Ada Lovelace"]) == "inside\nAda\\ Lovelace\n"
        )
        #expect(
            try text("bash", ["contacts show ovel", "ovel"], found: ["Ada Lovelace", "Bo Clovel"])
                == "inside\nAda\\ Lovelace\nBo\\ Clovel\n \n"
        )
    }

    @Test func `fields are offered for a contact when nothing else fits`() throws {
        #expect(try offered("show", "cit", stored: []) == ["city:"])
        #expect(try offered("show", "cit", stored: ["Citizen Kane"]) == ["Citizen Kane"])
    }

    @Test(arguments: [("New York", #"New\ York"#), (#"a"b\c(d)"#, #"a\"b\\c\(d\)"#), ("Zürich", "Zürich")])
    func `a value is one word of a query`(value: String, word: String) {
        #expect(QueryText.escaped(value) == word)
        #expect(QueryText.unescaped(word) == value)
    }

    @Test func `words of a name have no meaning in a query`() {
        #expect(QueryText.escapedWords("A: (B) C") == #"A\: \(B\) C"#)
    }
}

struct CompletionCommandTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell has a script`(shell: String) async throws {
        let result = try await Binary().succeed("completion", shell)
        #expect(result.output.contains("contacts"))
        #expect(result.output.contains("---complete \(shell)"))
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
