import Repository
import Testing

@testable import ContactsCLI

struct CompletionTargetTests {
    private func target(_ words: [String]) throws -> CompletionTarget {
        CompletionTarget(try #require(CompletionRequest(["---complete", "zsh"] + words)))
    }

    private func offered(_ words: String...) throws -> [String] {
        ContactCompletion(try target(words)).answer.candidates.map(\.word)
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
