import Testing

@Suite(.timeLimit(.minutes(20)))
struct FavoriteCommandTests {
    @Test func `favorites are marked in one step, found, kept over a refresh, and taken away`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        let marked = try await contacts.run("favorite", ids[0], String(ids[4].prefix(18)))
        #expect(marked.status == 0, "\(marked.messages)")
        #expect(marked.output.isEmpty)
        #expect(try await contacts.run("list", "--refresh").status == 0)
        #expect(try await contacts.ids("--favorite") == [ids[0], ids[4]])
        #expect(try await contacts.run("favorite", "--remove", ids[0]).status == 0)
        #expect(try await contacts.ids("--favorite") == [ids[4]])
        #expect(try await contacts.run("undo", "--steps", "2").status == 0)
        #expect(try await contacts.ids("--favorite").isEmpty)
    }

    @Test func `the contact is named, and one that is a favorite already is told`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let first = try await contacts.run("favorite", ids[0])
        #expect(first.messages == "contacts: Ada Lovelace is a favorite now.\n")
        let second = try await contacts.run("favorite", ids[0], ids[1])
        #expect(
            second.messages == "contacts: Grace Hopper is a favorite now. Ada Lovelace was like that already.\n"
        )
    }
}
