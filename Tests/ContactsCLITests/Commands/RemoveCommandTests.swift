import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RemoveCommandTests {
    private func ids(_ contacts: Binary) async throws -> [String] {
        try await contacts.run("list", "--offline").lines
            .compactMap { $0.split(separator: "\t").first.map(String.init) }
    }

    private func filled() async throws -> (contacts: Binary, ids: [String]) {
        let contacts = try Binary()
        _ = try await contacts.run("list")
        return (contacts, try await ids(contacts))
    }

    @Test func `several are removed in one step, no sync brings them back, and undo does`() async throws {
        let (contacts, ids) = try await filled()
        let gone = [ids[3], ids[0]]
        let removed = try await contacts.run("remove", gone[0], String(gone[1].prefix(18)), "--yes")
        #expect(removed.status == 0, "\(removed.messages)")
        #expect(removed.output.isEmpty)
        #expect(removed.messages.contains("2 contacts"))
        let left = ids.filter { !gone.contains($0) }
        #expect(try await self.ids(contacts) == left)
        for command in [["list", "--refresh"], ["sync"]] {
            #expect(try await contacts.start(command).result.status == 0)
            #expect(try await self.ids(contacts) == left)
        }
        #expect(try await contacts.run("show", gone[0]).status == 1)

        let undone = try await contacts.run("undo")
        #expect(undone.status == 0, "\(undone.messages)")
        #expect(undone.messages.contains("remove (2 contacts)"))
        #expect(try await self.ids(contacts) == ids)
        #expect(try await contacts.run("redo").status == 0)
        #expect(try await self.ids(contacts) == left)
    }

    @Test func `without a terminal nothing goes without --yes`() async throws {
        let (contacts, ids) = try await filled()
        let result = try await contacts.run("remove", ids[0])
        #expect(result.status == 64)
        #expect(result.messages.contains("--yes"))
        #expect(try await self.ids(contacts) == ids)
    }

    @Test func `one selection that fits nobody or several keeps everybody`() async throws {
        let (contacts, ids) = try await filled()
        let nobody = try await contacts.run("remove", ids[0], "zzzz", "--yes")
        #expect(nobody.status == 1)
        let beginnings = Dictionary(grouping: ids) { $0.prefix(1) }
        let prefix = try #require(beginnings.first { $0.value.count > 1 })
        let ambiguous = try await contacts.run("remove", ids[0], String(prefix.key), "-y")
        #expect(ambiguous.status == 64)
        #expect(ambiguous.messages.contains(try #require(prefix.value.first)))
        #expect(try await self.ids(contacts) == ids)
        #expect(try await contacts.run("undo").status == 1)
    }

    @Test func `a dry run prints who would go and changes nothing`() async throws {
        let (contacts, ids) = try await filled()
        let plan = try await contacts.run("rm", ids[1], ids[0], ids[1], "--dry-run")
        #expect(plan.status == 0, "\(plan.messages)")
        #expect(plan.lines.map { $0.prefix(ids[0].count) } == [ids[1][...], ids[0][...]])
        #expect(plan.messages.contains("2 contacts"))
        #expect(try await self.ids(contacts) == ids)
    }

    @Test(arguments: [("y\n", true), ("Yes\n", true), ("\n", false), ("n\n", false), ("\u{4}", false), ("yo\n", false)])
    func `at a terminal somebody is asked, and only yes is yes`(answer: String, isYes: Bool) async throws {
        let (contacts, ids) = try await filled()
        let (result, screen) = try await contacts.run(["remove", ids[0]], typing: answer)
        #expect(screen.contains("Remove 1 contact? [y/N]"))
        #expect(screen.contains(ids[0]))
        #expect(result.status == (isYes ? 0 : 1))
        #expect(try await self.ids(contacts) == (isYes ? Array(ids.dropFirst()) : ids))
    }

    @Test(arguments: [["remove"], ["remove", ""], ["remove", "x", " ", "--yes"]])
    func `a selection that is missing is exit code 64`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.messages.hasPrefix("contacts: "))
    }
}
