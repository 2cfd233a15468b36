import Foundation
import Repository
import Testing

@testable import ContactsCLI

@Suite struct SourcePasswordTests {
    private let book = Book(name: "work", databasePath: "/work.sqlite", source: .none)

    private func password(
        command: String? = nil,
        _ environment: [String: String] = [:],
        canAsk: Bool = false
    ) -> SourcePassword {
        let account = CardDAVAccount(address: "https://dav.example.com/", user: "ada", passwordCommand: command)
        return SourcePassword(
            of: book,
            account,
            environment: environment,
            prompt: Prompt(input: Descriptor(number: -1), canAsk: canAsk, messages: .silent),
            messages: .silent
        )
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
        try Data(script.utf8).write(to: tool)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool.path)
        let environment = ["PATH": folder.url.path]
        let account = CardDAVAccount(address: "https://dav.example.com/", user: "ada")
        let keyring = try #require(Keyring(environment))
        #expect(await keyring.password(for: account) == nil)
        #expect(await keyring.keep(Secret("in the keyring"), for: account, of: book))
        let words = try String(contentsOfFile: tool.path + ".words", encoding: .utf8)
        #expect(!words.contains("in the keyring"))
        #expect(try await password(environment).value().value == "in the keyring")
        #expect(Keyring(["PATH": "/nowhere"]) == nil)
    }

    @Test func `a password is never part of a text`() async throws {
        let secret = try await password([SourcePassword.variable: "hush"]).value()
        #expect("\(secret)" == Secret.placeholder)
    }
}
