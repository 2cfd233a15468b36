import Bloc
import BlocKit
import Services
import Testing

@testable import ContactsCLI

struct DedupeCommandTests {
    @Test func `dedupe prints groups with reasons, and --yes merges the certain ones in one step`() async throws {
        let contacts = try Binary()
        let one = try await contacts.add("--first-name", "Ada", "--email", "ada@example.com", "--nickname", "Al")
        let two = try await contacts.add("--first-name", "Ada", "--email", "ADA@example.com")
        let three = try await contacts.add("--first-name", "Eve", "--last-name", "L", "--phone", "+41 44 668 18 00")
        let four = try await contacts.add("--first-name", "E.", "--last-name", "L", "--phone", "0041446681800")
        try await contacts.add("--first-name", "Sales", "--email", "e@example.com")
        try await contacts.add("--first-name", "Support", "--email", "e@example.com")

        let plan = "Would merge 2 contacts into 1; 1 group is only possible."
        let look = try await contacts.succeed("dedupe", "--dry-run", saying: plan)
        let rows = look.lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.count == 4)
        let certain = rows.filter { $0[3] == "the same e-mail address, the same name" && $0[5] == "yes" }
        #expect(Set(certain.map { $0[1] }) == [one, two])
        let possible = rows.filter { $0[3] == "the same number, an initial that fits the name" && $0[5] == "no" }
        #expect(Set(possible.map { $0[1] }) == [three, four])

        let groups = try await contacts.run("dedupe", "--dry-run", "--json").objects
        #expect(groups.map { $0["certain"] as? Bool } == [true, false])
        #expect(groups.allSatisfy { $0["reasons"] is [String] && $0["score"] is Int })
        #expect((groups[0]["contacts"] as? [[String: String]])?.map { $0["name"] } == ["Ada", "Ada"])

        #expect(try await contacts.run("dedupe").status == 64)
        let rest = "1 group is only possible and was left alone."
        try await contacts.succeed("dedupe", "--yes", saying: "Merged 2 contacts into 1.", rest)
        #expect(try await contacts.run("list", "--offline").lines.count == 5)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "--offline").lines.count == 6)
    }

    @Test func `different people are not suggested together again`() async throws {
        let contacts = try Binary.withOwnBook()
        for mail in ["a@x.org", "b@x.org"] { try await contacts.succeed("add", "Ada Lovelace", mail) }
        let said = "They won't be suggested together again."
        let (screen, _) = try await contacts.type("d\n", to: "dedupe", showing: said)
        let row = try #require(screen.split(whereSeparator: \.isNewline).first { $0.contains("E-mail  ") }, "\(screen)")
        #expect(row.contains("a@x.org") && row.contains("b@x.org"), "side by side")
        #expect(try await contacts.run("dedupe", "-n").messages == "contacts: No duplicates.\n")
        try await contacts.succeed("add", "Ada Lovelace", "c@x.org")
        #expect(try await contacts.run("dedupe", "-n").lines.count == 2, "the third may be either")
    }

    @Test(arguments: [("?\ny\n", true), ("\n", false), ("\u{4}", false), ("q\n", false), ("a\n", true)])
    func `at a terminal each group is asked about, and ? explains`(typed: String, isMerged: Bool) async throws {
        let contacts = try Binary()
        try await contacts.add("--first-name", "A.", "--last-name", "Lovelace", "--phone", "+44 20 7946 0001")
        try await contacts.add("--first-name", "Ada", "--last-name", "Lovelace", "--phone", "0044 20 7946 0001")
        let question = "1 of 1: Merge these 2? [y/N] (d different people, ? explains)"
        let (screen, lines) = try await contacts.type(typed, to: "dedupe", status: isMerged ? 0 : 1, showing: question)
        #expect(lines.first == "1. possible, score 65: the same number, an initial that fits the name")
        #expect(screen.contains("Score: 65 of 100; certain from 80 on.") == typed.hasPrefix("?"))
        #expect(try await contacts.run("list", "--offline").lines.count == (isMerged ? 1 : 2))
    }

    @Test func `the first takes what the others know, after a yes, and undo brings all of them back`() async throws {
        let contacts = try Binary()
        let one = try await contacts.add("--first-name", "Ada", "--email", "ada@example.com")
        let two = try await contacts.add("--first-name", "Ada", "--last-name", "Lovelace", "--phone", "0123 456")
        let before = try await contacts.run("export").output
        let preview = try await contacts.succeed("merge", one, two, "--dry-run", saying: "+ Last name: Lovelace")
        let name = try #require(preview.messages.split(separator: "\n").first { $0.contains("Name ") })
        #expect(name.split(separator: " ") == ["Name", "Ada", "Ada", "Lovelace", "Ada", "Lovelace"], "side by side")
        #expect(try await contacts.run("export").output == before)

        #expect(try await contacts.run("merge", one, two).status == 64)
        #expect(try await contacts.run("merge", one, one, "--yes").status == 64)
        try await contacts.type("n\n", to: "merge", one, two, status: 1, showing: "? [y/N]")
        try await contacts.succeed("merge", one, two, "--yes")
        let list = try await contacts.run("list", "--offline").lines
        #expect(list == ["\(one)\tAda\tLovelace\tada@example.com\t0123 456\t\t\t\t\t\tAda Lovelace"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("export").output == before)
    }

    @Test func `groups that were found stay in view while all contacts are compared again`() async throws {
        let store = try await PeopleStore(PeopleStore.people(2))
        let manager = BlocManager()
        let bloc = DuplicateBloc(service: RepositoryDuplicateService(repository: store.repository), manager: manager)
        var first: [DuplicateBloc.State] = []
        _ = try await bloc.answer(to: .searched) { first.append($0) }
        #expect(first.contains(.loading(previous: .searching(read: 2, total: 2))))
        var second: [DuplicateBloc.State] = []
        _ = try await bloc.answer(to: .searched) { second.append($0) }
        #expect(second == [.loading(previous: .found([])), .hasData(.found([]))])
        await bloc.close()
        await manager.closeAll()
        await store.close()
    }
}
