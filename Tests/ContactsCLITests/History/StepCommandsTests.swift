import Testing

struct StepCommandsTests {
    private func name(_ id: String, in contacts: Binary) async throws -> String {
        let lines = try await contacts.run("list", "--offline").lines
        let line = try #require(lines.first { $0.hasPrefix(id) })
        return String(line.split(separator: "\t", omittingEmptySubsequences: false)[1])
    }

    @Test func `edits are undone and done again across runs, several at once too`() async throws {
        let contacts = try Binary()
        let id = try #require(try await contacts.run("list").lines.first?.split(separator: "\t").first.map(String.init))
        let original = try await name(id, in: contacts)
        for text in ["One", "Two", "Three"] {
            try await contacts.succeed("edit", id, "--first-name", text)
        }

        try await contacts.succeed("undo")
        #expect(try await name(id, in: contacts) == "Two")
        try await contacts.succeed("undo", "--steps", "9")
        #expect(try await name(id, in: contacts) == original)
        try await contacts.succeed("redo", "--steps", "2")
        #expect(try await name(id, in: contacts) == "Two")
        // A new change drops what could be done again.
        try await contacts.succeed("edit", id, "--first-name", "Four")
        #expect(try await contacts.run("redo").status == 1)
        #expect(try await name(id, in: contacts) == "Four")
        try await contacts.succeed("undo")
        #expect(try await name(id, in: contacts) == "Two")
    }

    @Test(arguments: ["undo", "redo"])
    func `nothing to walk is told on standard error, exit code 1`(command: String) async throws {
        let contacts = try Binary()
        for _ in 0..<2 {
            try await contacts.fail(1, command, output: "", messages: "contacts: There is nothing to \(command).\n")
            // What a list fetches is no step.
            try await contacts.succeed("list")
        }
    }
}
