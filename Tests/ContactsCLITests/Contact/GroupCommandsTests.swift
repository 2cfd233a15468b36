import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FavoriteAndGroupTests {
    private func filled() async throws -> (contacts: Binary, ids: [String]) {
        let contacts = try Binary()
        let ids = try await contacts.run("list").lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
        return (contacts, ids)
    }

    private func ids(_ contacts: Binary, _ filter: String...) async throws -> Set<String> {
        let result = try await contacts.start(["list", "--offline"] + filter).result
        return Set(result.lines.compactMap { $0.split(separator: "\t").first.map(String.init) })
    }

    @Test func `favourites are marked in one step, found, kept over a refresh, and taken away`() async throws {
        let (contacts, ids) = try await filled()
        let marked = try await contacts.run("favorite", ids[0], String(ids[4].prefix(18)))
        #expect(marked.status == 0, "\(marked.messages)")
        #expect(marked.output.isEmpty)
        #expect(try await contacts.run("list", "--refresh").status == 0)
        #expect(try await self.ids(contacts, "--favorite") == [ids[0], ids[4]])
        #expect(try await contacts.run("favorite", "--remove", ids[0]).status == 0)
        #expect(try await self.ids(contacts, "--favorite") == [ids[4]])
        #expect(try await contacts.run("undo", "--steps", "2").status == 0)
        #expect(try await self.ids(contacts, "--favorite").isEmpty)
    }

    @Test func `groups are made, found, renamed and left, each in one step`() async throws {
        let (contacts, ids) = try await filled()
        let added = try await contacts.run("group", "add", "Freunde", ids[0], ids[1], ids[2])
        #expect(added.status == 0, "\(added.messages)")
        #expect(try await contacts.run("group", "add", "work", ids[2]).status == 0)
        #expect(try await contacts.run("group", "list").lines == ["Freunde\t3", "work\t1"])
        #expect(try await self.ids(contacts, "--group", "freunde") == Set(ids[0..<3]))
        #expect(try await contacts.run("group", "remove", "FREUNDE", ids[1]).status == 0)
        #expect(try await self.ids(contacts, "--group", "Freunde") == [ids[0], ids[2]])

        #expect(try await contacts.run("group", "rename", "freunde", "work").status == 0)
        #expect(try await contacts.run("group", "list").lines == ["work\t2"])
        #expect(try await contacts.run("undo").status == 0)
        let json = try await contacts.run("groups", "ls", "--format", "json")
        let groups = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(groups?.map { $0["name"] as? String } == ["Freunde", "work"])
        #expect(groups?.map { $0["contacts"] as? Int } == [2, 1])
        let table = try await contacts.run("group", "list", "--format", "table").lines
        #expect(table.first?.hasPrefix("GROUP") == true)
        #expect(table.count == 3)
    }

    @Test func `without groups the list is empty, and nobody can be renamed`() async throws {
        let contacts = try Binary()
        let list = try await contacts.run("group", "list", "--format", "json")
        #expect(list.status == 0)
        #expect(list.output == "[]\n")
        let rename = try await contacts.run("group", "rename", "friends", "others")
        #expect(rename.status == 1)
        #expect(rename.messages.contains("“friends”"))
    }

    @Test(arguments: [
        ["favorite"], ["favorite", ""], ["group", "add", "x"], ["group", "add", " ", "1c"], ["group", "remove", "x"],
        ["group", "rename", "x"], ["group", "rename", "x", ""], ["group"], ["group", "bogus"],
    ])
    func `what is missing is exit code 64`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    @Test func `one who is not there keeps all others as they are`() async throws {
        let (contacts, ids) = try await filled()
        #expect(try await contacts.run("favorite", ids[0], "zzzz").status == 1)
        #expect(try await contacts.run("group", "add", "x", ids[0], "zzzz").status == 1)
        #expect(try await self.ids(contacts, "--favorite").isEmpty)
        #expect(try await contacts.run("group", "list").output.isEmpty)
    }
}
