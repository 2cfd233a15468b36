import Testing

@Suite struct TransferCommandsTests {
    private let contacts: Binary
    private let ids: [String]

    /// Ada, Grace and Alan are in the book “home”; the book “work” is empty.
    init() async throws {
        (contacts, ids) = try await Binary.filled()
        try await contacts.succeed("book", "add", "work")
    }

    @Test func `a contact moves to another book, and one undo in either book takes it back`() async throws {
        let trial = try await contacts.run("move", "Ada Lovelace", "--to", "work", "--dry-run")
        #expect(trial.messages == "contacts: Would move Ada Lovelace to the book “work”.\n")
        for undo in [["undo"], ["--book", "work", "undo"]] {
            let moved = try await contacts.run("move", "Ada Lovelace", "--to", "work")
            #expect(moved.messages == "contacts: Moved Ada Lovelace to the book “work”. Undo with: contacts undo\n")
            #expect(try await contacts.ids("ada") == [])
            #expect(try await contacts.run("--book", "work", "list", "--fields", "id").lines == [ids[0]])
            try await contacts.succeed(undo)
            #expect(try await contacts.ids("ada") == [ids[0]])
            #expect(try await contacts.run("--book", "work", "list").output == "")
        }
        try await contacts.succeed("redo")
        #expect(try await contacts.ids("ada") == [])
        #expect(try await contacts.run("--book", "work", "list", "--fields", "id").lines == [ids[0]])
        #expect(try await contacts.run("copy", ids[0], "--to", "wrok").messages.contains("Did you mean “work”?"))
    }

    @Test func `the advice after a transfer from a file undoes it`() async throws {
        let file = contacts.home.path("s.db")
        try await contacts.succeed("--db", file, "add", "Zoe")
        let advice = "Undo with: contacts --book work undo; contacts --db FILE undo"
        try await contacts.succeed("--db", file, "move", "Zoe", "--to", "work", saying: advice)
        try await contacts.succeed("--book", "work", "undo")
        try await contacts.succeed("--db", file, "undo")
        #expect(try await contacts.run("--book", "work", "list").output == "")
        #expect(try await contacts.run("--db", file, "list").lines.count == 1)
        let copied = try await contacts.run("--db", file, "copy", "Zoe", "--to", "work")
        #expect(copied.messages.hasSuffix("Undo with: contacts --book work undo\n"), "\(copied.messages)")
    }

    @Test func `a move between two other books is undone from a third, before an older change there`() async throws {
        try await contacts.succeed("book", "add", "club")
        try await contacts.succeed("--book", "work", "add", "Kim Novak")
        try await contacts.succeed("edit", "Ada Lovelace", "--note", "x")
        try await contacts.succeed("--book", "work", "move", "Kim Novak", "--to", "club")
        let plan = ["move (Kim Novak to “club”).\n", "edit (Ada Lovelace).\n"].map { "contacts: Would undo: \($0)" }
            .joined()
        try await contacts.succeed("undo", "--steps", "2", "--dry-run", messages: plan)
        #expect(try await contacts.run("undo").messages == "contacts: Undid: move (Kim Novak to “club”).\n")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "first").lines == ["Kim"])
        #expect(try await contacts.run("redo").messages == "contacts: Redid: move (Kim Novak to “club”).\n")
        #expect(try await contacts.run("--book", "club", "list", "--fields", "first").lines == ["Kim"])
        #expect(try await contacts.run("undo", "--steps", "2").messages.hasSuffix("Undid: edit (Ada Lovelace).\n"))
    }

    @Test func `one change of contacts in two books is undone at once`() async throws {
        try await contacts.succeed("--book", "work", "add", "Kim Novak")
        try await contacts.succeed("--book", "all", "remove", "Kim Novak", "Ada Lovelace", "--yes")
        try await contacts.succeed("--book", "all", "undo")
        #expect(try await contacts.ids("ada").count == 1)
        #expect(try await contacts.run("--book", "work", "list", "--fields", "first").lines == ["Kim"])
    }

    @Test func `undo takes a copy back in either book, and refuses when the other was changed since`() async throws {
        for undo in [["undo"], ["--book", "work", "undo"]] {
            try await contacts.succeed("copy", "Ada Lovelace", "--to", "work")
            let history = try await contacts.run("history", "--limit", "1", "--fields", "title,contacts,undone")
            #expect(history.lines == ["copy\t0\tno"])
            try await contacts.succeed(undo)
            #expect(try await contacts.run("--book", "work", "list").output == "")
            #expect(try await contacts.ids("ada").count == 1)
        }
        // A copy changes nothing here, so what was changed here since does not matter.
        try await contacts.succeed("copy", "Ada Lovelace", "--to", "work")
        try await contacts.succeed("edit", "Ada Lovelace", "--note", "y")
        try await contacts.succeed("--book", "work", "undo")
        #expect(try await contacts.run("--book", "work", "list").output == "")
        try await contacts.succeed("undo")

        try await contacts.succeed("move", "Ada Lovelace", "--to", "work")
        try await contacts.succeed("--book", "work", "edit", "Ada Lovelace", "--note", "x")
        let refused = try await contacts.run("undo")
        #expect(refused.status != 0)
        #expect(refused.messages.contains("First undo those: contacts --book work undo"), "\(refused.messages)")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "note").lines == ["x"])
    }

    @Test func `a step that was dropped in the other book is not taken for a later one of its number`() async throws {
        try await contacts.succeed("move", "Ada Lovelace", "--to", "work")
        try await contacts.succeed("undo")
        // It drops the undone half there, and has its number.
        try await contacts.succeed("--book", "work", "add", "Bea")
        try await contacts.fail(64, "redo", saying: "no longer has a record of it")
        #expect(try await contacts.ids("ada") == [ids[0]], "nobody is lost")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "name").lines == ["Bea"])
    }

    @Test func `a move to a book that was removed is undone here`() async throws {
        try await contacts.succeed("move", "Ada Lovelace", "--to", "work")
        try await contacts.succeed("book", "remove", "work", "--yes")
        try await contacts.succeed("undo")
        #expect(try await contacts.ids("ada") == [ids[0]])
    }

    @Test func `own contacts don't go to the people of an API`() async throws {
        try await contacts.fail(64, "copy", "Ada Lovelace", "--to", "people", saying: "stay apart")
    }
}
