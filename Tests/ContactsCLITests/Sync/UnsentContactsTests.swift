import BookSyncDoubles
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct UnsentContactsTests {
    /// The program with a book of a server, which has as many people as the number says.
    private func program(_ people: Int) async throws -> (contacts: Binary, server: LoopbackDAVServer) {
        let server = try LoopbackDAVServer()
        for number in 0..<people {
            server.server.put(
                "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:p\(number)\r\nFN:P \(number)\r\nN:\(number);P;;;\r\nEND:VCARD\r\n",
                as: "p\(number).vcf"
            )
        }
        let contacts = try Binary()
        #expect(try await contacts.run("book", "add", "work", "--carddav", server.address).status == 0)
        #expect(try await contacts.run("--book", "work", "sync").status == 0)
        return (contacts, server)
    }

    private func count(_ contacts: Binary) async throws -> Int {
        try await contacts.run("--book", "work", "list").lines.count
    }

    @Test func `contacts that the server does not store stay, with the exit code 2 until they are there`() async throws
    {
        let (contacts, server) = try await program(3)
        for name in ["Ada", "Bob"] {
            #expect(try await contacts.run("--book", "work", "add", "--first-name", name).status == 0)
        }
        server.server.lies.forgottenWrites = 4
        for _ in 0..<2 {
            let result = try await contacts.run("--book", "work", "sync")
            #expect(result.status == 2 && result.messages.contains(": 2 not sent."), "\(result.messages)")
            #expect(try await count(contacts) == 5)
        }
        let sent = try await contacts.run("--book", "work", "sync")
        #expect(sent.status == 0 && sent.messages.contains("2 new there"), "\(sent.messages)")
        let quiet = try await contacts.run("--book", "work", "sync")
        #expect(quiet.status == 0 && quiet.messages.contains("nothing to do"), "\(quiet.messages)")
        #expect(server.server.cards.count == 5)
    }

    @Test(arguments: [404, 409, 412])
    func `changes and removals that the server refuses are counted by contact, with the exit code 2`(
        status: Int
    ) async throws {
        let (contacts, server) = try await program(4)
        server.server.lies.updateStatus = status
        let edited = try await contacts.run("--book", "work", "edit", "P 0", "--note", "mine")
        let removed = try await contacts.run("--book", "work", "delete", "P 1", "--yes")
        #expect(edited.status == 0 && removed.status == 0, "\(edited.messages)\(removed.messages)")
        for _ in 0..<2 {
            let result = try await contacts.run("--book", "work", "sync")
            #expect(result.status == 2 && result.messages.contains(": 2 not sent."), "\(result.messages)")
        }
    }
}
