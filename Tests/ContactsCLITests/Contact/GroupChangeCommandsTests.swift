import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct GroupChangeCommandsTests {
    @Test func `groups are made, found, renamed and left, each in one step`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        let added = try await contacts.run("group", "add", "Freunde", ids[0], ids[1], ids[2])
        #expect(added.status == 0, "\(added.messages)")
        #expect(try await contacts.run("group", "add", "work", ids[2]).status == 0)
        #expect(try await contacts.run("group", "list").lines == ["Freunde\t3", "work\t1"])
        #expect(try await contacts.ids("--group", "freunde") == Set(ids[0..<3]))
        #expect(try await contacts.run("group", "remove", "FREUNDE", ids[1]).status == 0)
        #expect(try await contacts.ids("--group", "Freunde") == [ids[0], ids[2]])

        #expect(try await contacts.run("group", "rename", "freunde", "work").status == 0)
        #expect(try await contacts.run("group", "list").lines == ["work\t2"])
        #expect(try await contacts.run("undo").status == 0)
        let groups = try await contacts.run("groups", "ls", "--format", "json").objects
        #expect(groups.map { $0["name"] as? String } == ["Freunde", "work"])
        #expect(groups.map { $0["contacts"] as? Int } == [2, 1])
        let table = try await contacts.run("group", "list", "--format", "table").lines
        #expect(table.first?.hasPrefix("GROUP") == true)
        #expect(table.count == 3)
    }

    @Test func `one who is not there keeps all others as they are`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        #expect(try await contacts.run("favorite", ids[0], "zzzz").status == 1)
        #expect(try await contacts.run("group", "add", "x", ids[0], "zzzz").status == 1)
        #expect(try await contacts.ids("--favorite").isEmpty)
        #expect(try await contacts.run("group", "list").output.isEmpty)
    }
}
