import Foundation
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite struct SourcePasswordTests {
    private let book = Book(name: "work", databasePath: "/work.sqlite", source: .none)
    private let account = CardDAVAccount(address: "https://dav.example.com/", user: "ada")

    private func password(
        command: String? = nil,
        token: String? = nil,
        _ environment: [String: String] = [:],
        canAsk: Bool = false,
        examination: Duration? = nil
    ) -> SourcePassword {
        var account = account
        account.passwordCommand = command
        account.tokenCommand = token
        let program = Program(
            output: OutputWriter(descriptor: Descriptor(number: -1)),
            screen: Screen(isTerminal: false, columns: 80),
            prompt: Prompt(input: Descriptor(number: -1), canAsk: canAsk, messages: .silent),
            environment: environment,
            options: GlobalOptions()
        )
        return SourcePassword(of: book, account, in: program, examination: examination)
    }

    @Test func `the command of the book is stronger than the variable`() async throws {
        let variables = [SourcePassword.variable: "from the variable"]
        #expect(try await password(command: "printf 'one two\\nthree'", variables).value().value == "one two")
        #expect(try await password(variables).value().value == "from the variable")
    }

    @Test(arguments: ["exit 3", "true", "/nowhere/at/all"])
    func `a command that gives no password is an error of the settings`(command: String) async throws {
        let error = await #expect(throws: Failure.self) {
            try await password(command: command + " 2>/dev/null").value()
        }
        #expect(error?.status == .configuration)
        #expect(error?.message.contains("“work”") == true)
    }

    @Test func `a token comes from its command, which is run again only for one that was rejected`() async throws {
        let folder = try TemporaryFolder()
        let command = "echo x >> '\(folder.url.path)/runs'; wc -l < '\(folder.url.path)/runs' | tr -d ' '"
        let token = password(token: command, [SourcePassword.variable: "a password"])
        for _ in 0..<2 { #expect(try await token.value().value == "1") }
        for _ in 0..<2 { #expect(try await token.value(insteadOf: "1").value == "2") }
    }

    @Test func `without anything that gives it, the message says what to do`() async throws {
        let error = await #expect(throws: Failure.self) { try await password().value() }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(SourcePassword.variable) == true)
    }

    @Test func `the keyring is asked by its program, and its answer is the password`() async throws {
        let folder = try TemporaryFolder()
        let tool = folder.url.appending(path: "secret-tool")
        let script =
            "#!/bin/sh\nif [ \"$1\" = store ]; then cat > \"$0.kept\"; echo \"$@\" > \"$0.words\"; exit; fi\n"
            + "[ \"$1 $7\" = 'lookup ada' ] && cat \"$0.kept\"\n"
        try await TemporaryFolder.makeProgram(script, at: tool)
        let environment = ["PATH": folder.url.path]
        let keyring = try #require(Keyring(environment))
        #expect(await keyring.password(for: account) == nil)
        #expect(await keyring.keep(Secret("in the keyring"), for: account, of: book))
        #expect(try !String(contentsOfFile: tool.path + ".words", encoding: .utf8).contains("in the keyring"))
        #expect(try await password(environment).value().value == "in the keyring")
        #expect(Keyring(["PATH": "/nowhere"]) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func `an examination asks for nothing, and waits for nothing long`() async throws {
        let time = Duration.milliseconds(200)
        let unknown = await #expect(throws: UnexaminedSource.self) {
            try await password(canAsk: true, examination: time).value()
        }
        #expect(unknown?.reason.contains(SourcePassword.variable) == true)
        // What the command started ends, too; there is no terminal that it could ask at.
        let late = await #expect(throws: UnexaminedSource.self) {
            try await password(command: "sleep 600 | sleep 600; echo x", canAsk: true, examination: time).value()
        }
        #expect(late?.reason.contains("did not end") == true)
        let command = "read answer; (: < /dev/tty) 2>/dev/null && echo terminal || echo none$answer"
        let plenty = Duration.seconds(50)
        #expect(try await password(command: command, examination: plenty).value().value == "none")
    }
}
