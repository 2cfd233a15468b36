import Testing

@testable import ContactsCLI

struct CommandSignatureTests {
    @Test func `a command has its own options and those of every command`() throws {
        let signature = CommandSignature(ListCommand.self)
        #expect(signature.argument(called: "--limit")?.kind == .option)
        #expect(signature.argument(called: "--db")?.completionKind?.file != nil)
        #expect(signature.argument(called: "-q")?.longName == "quiet")
        #expect(signature.positionals.map(\.valueName) == ["term"])
        #expect(signature.offered.contains { $0.longName == "no-color" })
        #expect(signature.argument(called: "--nat")?.isRepeating == true)
    }

    @Test func `the program has only the options of every command`() {
        let signature = CommandSignature(ContactsCommand.self)
        #expect(signature.argument(called: "--env") != nil)
        #expect(signature.argument(called: "--limit") == nil && signature.positionals.isEmpty)
    }
}
