import Testing

@Suite struct TransferCommandsTests {
    @Test func `a contact moves to another book, and undo takes it back in each`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "home").status == 0)
        let trial = try await contacts.run("move", "Ada Lovelace", "--to", "home", "--dry-run")
        #expect(trial.messages == "contacts: Would move Ada Lovelace to the book “home”.\n")
        let moved = try await contacts.run("move", "Ada Lovelace", "--to", "home")
        #expect(moved.status == 0, "\(moved.messages)")
        #expect(moved.messages.hasPrefix("contacts: Moved Ada Lovelace to the book “home”."))
        #expect(try await contacts.ids("ada") == [])
        #expect(try await contacts.run("--book", "home", "list", "--fields", "id").lines == [ids[0]])
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("--book", "home", "undo").status == 0)
        #expect(try await contacts.ids("ada") == [ids[0]])
        let unknown = try await contacts.run("copy", ids[0], "--to", "hoem")
        #expect(unknown.messages.contains("Did you mean “home”?"))
    }
}
