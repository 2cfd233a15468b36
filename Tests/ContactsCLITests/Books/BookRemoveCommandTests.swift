import Testing

@Suite struct BookRemoveCommandTests {
    @Test func `a book is removed only when that is confirmed, and its database can still be opened`() async throws {
        let contacts = try Binary()
        #expect(try await contacts.run("book", "add", "home").status == 0)
        #expect(try await contacts.run("--book", "home", "add", "--first-name", "Ada").status == 0)
        #expect(try await contacts.run("book", "remove", "home").status == 64)
        let declined = try await contacts.run(["book", "remove", "home"], typing: "n\n")
        #expect(declined.result.status == 1)
        #expect(declined.screen.contains("with 1 contact?"))
        let removed = try await contacts.run("book", "remove", "home", "--yes")
        #expect(removed.status == 0, "\(removed.messages)")
        let path = try #require(removed.messages.firstMatch(of: /“(\/[^”]*)”/)?.output.1)
        #expect(try await contacts.run("--db", String(path), "list", "--offline", "--fields", "first").lines == ["Ada"])
        let unknown = try await contacts.run("--book", "home", "list")
        #expect(unknown.status == 64)
        let always = try await contacts.run("book", "remove", "people", "--yes")
        #expect(always.status == 64)
    }
}
