import Foundation
import Testing

struct HistoryCommandsTests {
    @Test func `history lists the steps, the last first`() async throws {
        let contacts = try Binary()
        let empty = try await contacts.succeed("history", "--format", "json")
        #expect(empty.output == "[]\n")
        let id = try await contacts.add("--first-name", "Ada")
        try await contacts.succeed("edit", id, "--note", "x")
        try await contacts.succeed("undo")

        // On trial the steps are told, and stay as they are.
        #expect(try await contacts.run("undo", "-n").messages == "contacts: Would undo: add (Ada).\n")
        #expect(try await contacts.run("redo", "--dry-run").messages == "contacts: Would redo: edit (Ada).\n")
        // Of two undone steps, the earlier one is redone first.
        try await contacts.succeed("undo")
        #expect(try await contacts.run("redo", "--dry-run").messages.hasPrefix("contacts: Would redo: add ("))
        try await contacts.succeed("redo")

        let lines = try await contacts.run("history").lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(
            lines.map { $0[2...] } == [["edit", "1", "yes", "Ada", "Ada: note x added"], ["add", "1", "no", "Ada"]]
        )
        let steps = try await contacts.run("history", "--format", "json", "--limit", "1").objects
        #expect(steps.count == 1)
        #expect(steps.first?["title"] as? String == "edit")
        #expect(steps.first?["undone"] as? Bool == true)
        #expect(steps.first?["ids"] as? [String] == [id])
        #expect(steps.first?["names"] as? [String] == ["Ada"])
        #expect(steps.first?["contacts"] as? Int == 1)
        let table = try await contacts.run("history", "--format", "table").lines
        #expect(table.first?.hasPrefix("STEP  DATE") == true)
        #expect(table[1].contains("Ada"))
        #expect(table.count == 3)
    }
}
