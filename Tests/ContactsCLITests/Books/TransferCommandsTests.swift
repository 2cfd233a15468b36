import Testing

@Suite struct TransferCommandsTests {
    @Test func `a contact moves to another book, and one undo in either book takes it back`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "work").status == 0)
        let trial = try await contacts.run("move", "Ada Lovelace", "--to", "work", "--dry-run")
        #expect(trial.messages == "contacts: Would move Ada Lovelace to the book “work”.\n")
        for undo in [["undo"], ["--book", "work", "undo"]] {
            let moved = try await contacts.run("move", "Ada Lovelace", "--to", "work")
            #expect(moved.messages == "contacts: Moved Ada Lovelace to the book “work”. Undo with: contacts undo\n")
            #expect(try await contacts.ids("ada") == [])
            #expect(try await contacts.run("--book", "work", "list", "--fields", "id").lines == [ids[0]])
            let undone = try await contacts.start(undo).result
            #expect(undone.status == 0, "\(undone.messages)")
            #expect(try await contacts.ids("ada") == [ids[0]])
            #expect(try await contacts.run("--book", "work", "list").output == "")
        }
        #expect(try await contacts.run("redo").status == 0)
        #expect(try await contacts.ids("ada") == [])
        #expect(try await contacts.run("--book", "work", "list", "--fields", "id").lines == [ids[0]])
        let unknown = try await contacts.run("copy", ids[0], "--to", "wrok")
        #expect(unknown.messages.contains("Did you mean “work”?"))
    }

    @Test func `a move between two other books is undone from a third, before an older change of that one`()
        async throws
    {
        let (contacts, _) = try await Binary.filled()
        for book in ["work", "club"] { #expect(try await contacts.run("book", "add", book).status == 0) }
        #expect(try await contacts.run("--book", "work", "add", "Kim Novak").status == 0)
        #expect(try await contacts.run("edit", "Ada Lovelace", "--note", "x").status == 0)
        #expect(try await contacts.run("--book", "work", "move", "Kim Novak", "--to", "club").status == 0)
        let undone = try await contacts.run("undo")
        #expect(undone.messages == "contacts: Undid: move (Kim Novak to “club”).\n")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "first").lines == ["Kim"])
        #expect(try await contacts.run("redo").messages == "contacts: Redid: move (Kim Novak to “club”).\n")
        #expect(try await contacts.run("--book", "club", "list", "--fields", "first").lines == ["Kim"])
        #expect(try await contacts.run("undo", "--steps", "2").messages.hasSuffix("Undid: edit (Ada Lovelace).\n"))
    }

    @Test func `one change of contacts in two books is undone at once`() async throws {
        let (contacts, _) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "work").status == 0)
        #expect(try await contacts.run("--book", "work", "add", "Kim Novak").status == 0)
        let removed = try await contacts.run("--book", "all", "remove", "Kim Novak", "Ada Lovelace", "--yes")
        #expect(removed.status == 0, "\(removed.messages)")
        #expect(try await contacts.run("--book", "all", "undo").status == 0)
        #expect(try await contacts.ids("ada").count == 1)
        #expect(try await contacts.run("--book", "work", "list", "--fields", "first").lines == ["Kim"])
    }

    @Test func `undo takes a copy back in either book, and refuses when the other book was changed since`() async throws
    {
        let (contacts, _) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "work").status == 0)
        for undo in [["undo"], ["--book", "work", "undo"]] {
            #expect(try await contacts.run("copy", "Ada Lovelace", "--to", "work").status == 0)
            let history = try await contacts.run("history", "--limit", "1", "--fields", "title,contacts,undone")
            #expect(history.lines == ["copy\t0\tno"])
            #expect(try await contacts.start(undo).result.status == 0)
            #expect(try await contacts.run("--book", "work", "list").output == "")
            #expect(try await contacts.ids("ada").count == 1)
        }
        #expect(try await contacts.run("move", "Ada Lovelace", "--to", "work").status == 0)
        #expect(try await contacts.run("--book", "work", "edit", "Ada Lovelace", "--note", "x").status == 0)
        let refused = try await contacts.run("undo")
        #expect(refused.status != 0)
        #expect(refused.messages.contains("First undo those: contacts --book work undo"), "\(refused.messages)")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "note").lines == ["x"])
    }

    @Test func `a step that was dropped in the other book is not taken for a later one of its number`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "work").status == 0)
        #expect(try await contacts.run("move", "Ada Lovelace", "--to", "work").status == 0)
        #expect(try await contacts.run("undo").status == 0)
        // It drops the undone half there, and has its number.
        #expect(try await contacts.run("--book", "work", "add", "Bea").status == 0)
        let redo = try await contacts.run("redo")
        #expect(redo.status == 64 && redo.messages.contains("has no record of it"), "\(redo.messages)")
        #expect(try await contacts.ids("ada") == [ids[0]], "nobody is lost")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "name").lines == ["Bea"])
    }

    @Test func `a move to a book that was removed is undone here`() async throws {
        let (contacts, ids) = try await Binary.filled()
        #expect(try await contacts.run("book", "add", "work").status == 0)
        #expect(try await contacts.run("move", "Ada Lovelace", "--to", "work").status == 0)
        #expect(try await contacts.run("book", "remove", "work", "--yes").status == 0)
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.ids("ada") == [ids[0]])
    }

    @Test func `own contacts don't go to the people of an API`() async throws {
        let (contacts, _) = try await Binary.filled()
        let refused = try await contacts.run("copy", "Ada Lovelace", "--to", "people")
        #expect(refused.status == 64)
        #expect(refused.messages.contains("stay apart"), "\(refused.messages)")
    }
}
