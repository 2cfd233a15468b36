import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ValueCommandsTests {
    @Test func `email, phone and address print all values, a line each`() async throws {
        let (contacts, _) = try await Binary.filled()
        let emails = try await contacts.run("email", "--offline")
        #expect(emails.output == "grace@example.org\tGrace Hopper\t\nada@example.com\tAda Lovelace\t\n")
        let phones = try await contacts.run("phone", "ada", "--offline")
        #expect(phones.output == "030 1\tAda Lovelace\t\n0170 2\tAda Lovelace\tcell\n")
        let json = try await contacts.run("phone", "ada", "--json", "--offline")
        #expect(try json.objects.compactMap { $0["types"] as? [String] } == [[], ["cell"]])
        for command in ["email", "phone", "address"] {
            let none = try await contacts.run(command, "alan", "--offline")
            #expect(none.status == 1)
            #expect(none.output.isEmpty)
        }
    }

    @Test func `mutt gets a line before the results, and one when there are none`() async throws {
        let (contacts, _) = try await Binary.filled()
        let found = try await contacts.run("email", "--mutt", "ada", "--offline")
        #expect(found.status == 0)
        #expect(found.lines.count == 2)
        #expect(found.lines.last == "ada@example.com\tAda Lovelace\t")
        let none = try await contacts.run("email", "--mutt", "zzzz", "--offline")
        #expect(none.status == 1)
        #expect(none.lines.count == 1)
        #expect(try await contacts.run("email", "--mutt", "--json").status == 64)
    }
}
