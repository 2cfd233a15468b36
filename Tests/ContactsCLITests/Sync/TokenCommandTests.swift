import BookSyncDoubles
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TokenCommandTests {
    @Test func `a command gives the tokens of a book, and none of them is stored or shown`() async throws {
        let tokens = ExpiringTokens(lifetime: 3)
        let server = try LoopbackDAVServer(door: tokens.refusal)
        server.server.put("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:Ada\r\nN:;Ada;;;\r\nEND:VCARD\r\n", as: "a.vcf")
        let contacts = try Binary()
        let runs = contacts.home.url.appending(path: "runs").path
        let command = "echo x >> '\(runs)'; echo \"token-$(wc -l < '\(runs)' | tr -d ' ')\""
        let added = try await contacts.run("book", "add", "w", "--carddav", server.address, "--token-command", command)
        #expect(added.status == 0, "\(added.messages)")
        let synced = try await contacts.run("--book", "w", "-v", "sync")
        #expect(synced.status == 0 && synced.messages.contains("1 new here"), "\(synced.messages)")
        #expect(tokens.number > 1)
        // Each run of the program begins with a new token, which this server never accepts.
        try Data(repeating: UInt8(ascii: "\n"), count: 100).write(to: URL(filePath: runs))
        let refused = try await contacts.run("--book", "w", "-v", "sync")
        #expect(refused.status == 77 && refused.messages.contains("does not accept the token"), "\(refused.messages)")
        let list = try String(
            contentsOfFile: contacts.home.url.path + "/.local/share/contacts/books.json",
            encoding: .utf8
        )
        for text in [synced.messages, synced.output, refused.messages, list] {
            for number in 1...102 { #expect(!text.contains("token-\(number)")) }
        }
    }
}
