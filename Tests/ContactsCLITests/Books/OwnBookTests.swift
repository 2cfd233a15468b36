import Foundation
import Repository
import Testing

@Suite struct OwnBookTests {
    @Test(arguments: ["add", "import", "add-email"])
    func `what is added first begins a book of one's own, and people stay apart`(command: String) async throws {
        let (contacts, people) = try await Binary.fetched()
        let card = try contacts.home.write("BEGIN:VCARD\nVERSION:4.0\nFN:Zoe Est\nEND:VCARD\n", to: "a.vcf")
        let first =
            switch command {
            case "add": try await contacts.run("add", "--first-name", "Zoe")
            case "import": try await contacts.run("import", card)
            default: try await contacts.shell("printf 'From: Zoe <z@x.org>\\n\\nHi' | \"$contacts\" add-email")
            }
        #expect(first.status == 0, "\(first.messages)")
        let notice = "contacts: Your own contacts are in the book “home”, which is the default from now on."
        #expect(first.messages.split(separator: "\n").filter { $0 == notice }.count == 1, "\(first.messages)")
        #expect(try await contacts.run("list").lines.count == 1)
        #expect(try await contacts.run("add", "--first-name", "Max").messages == "contacts: Added Max.\n")
        #expect(try await contacts.run("list").lines.count == 2)
        #expect(try await contacts.run("--book", "all", "list").lines.count == 2)
        #expect(try await contacts.run("--book", "people", "list", "--fields", "id").lines == people)
        #expect(try await contacts.run("--book", "all,people", "list").lines.count == 52)
        #expect(try await contacts.run("--book", "default", "list").lines.count == 2)
    }

    @Test func `a first contact is stored even if its book cannot become the default, and the user is told`()
        async throws
    {
        let contacts = try Binary()
        _ = try contacts.registry.home()
        try contacts.home.write("", to: ".local/share/contacts/books.json.part/x")
        let warning = "warning: Stored in the book “home”, which couldn't be made the default: "
        try await contacts.succeed("add", "Zoe", saying: "Added Zoe.", warning, "Run: contacts book default home")
        #expect(try await contacts.run("--book", "home", "list").lines.count == 1)
    }

    @Test func `a trial and a failure begin no book, and one of the people takes none`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("add", "--first-name", "Zoe", "--dry-run")
        #expect(try await contacts.run("book", "list", "--fields", "name").lines == ["people"])
        #expect(try await contacts.run("import", "/none.vcf").status != 0)
        #expect(try await contacts.run("book", "list", "--fields", "name").lines == ["people"])
        let editor = Binary(contacts, variables: ["EDITOR": "true"])
        try await editor.type("", to: "add", status: 1, showing: "Nothing was added.")
        #expect(try await contacts.run("book", "default").output == "people\n")
        try await contacts.fail(64, "--book", "people", "add", "--first-name", "Zoe", saying: "go into another book")
        try await contacts.succeed("add", "Zoe")
        try await contacts.fail(64, "copy", "Zoe", "--to", "people", saying: "go into another book")
    }

    @Test func `a name is known in whichever book and spelling`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("add", "Nina Müller")
        try await contacts.succeed("book", "add", "work")
        for book in ["home", "work"] {
            let known = try await contacts.succeed("--book", book, "add", "nina Mueller", "--dry-run")
            #expect(known.messages.contains("A contact with this name already exists: "), "\(known.messages)")
            #expect(known.messages.contains("Nina Müller (home)") == (book == "work"), "\(known.messages)")
        }
        try await contacts.succeed("add", "nina Mueller")
        #expect(try await contacts.run("dedupe", "--dry-run").lines.count == 2)
    }

    @Test func `own contacts among the people of an older store move to their own book, once`() async throws {
        let (contacts, people) = try await Binary.fetched()
        let one = Binary(contacts, variables: ["CONTACTS_DB": contacts.database().path])
        try await one.succeed("add", "--first-name", "Zoe", "--group", "friends")
        try await one.succeed("add", "--first-name", "Max")
        try await one.succeed("edit", people[0], "--note", "met")

        let first = try await contacts.run("list", "--fields", "first,groups")
        #expect(first.messages.hasPrefix("contacts: 2 contacts of your own moved from the people of the API"))
        #expect(first.lines.sorted() == ["Max\t", "Zoe\tfriends"])
        #expect(try await contacts.run("list").messages == "")
        let left = try await contacts.run("--book", "people", "list", "--fields", "id", "--limit", "100").lines
        #expect(left.sorted() == people.sorted())
        #expect(try await contacts.run("--book", "people", "list", "note:met").lines.count == 1)

        try await contacts.succeed("undo", saying: "move")
        #expect(try await contacts.run("list").output == "")
        let back = try await contacts.run("--book", "people", "list", "--limit", "100")
        #expect(back.lines.count == people.count + 2, "they are not moved again")
    }

    @Test func `a move of own contacts that was interrupted is finished by the next command`() async throws {
        let contacts = try Binary()
        let path = contacts.database().path
        try await contacts.succeed("--db", path, "add", "Zoe")
        _ = try contacts.registry.home()
        // As after the first step. The list of books cannot be written now, so the last step fails.
        try contacts.registry.change { $0.settling = path }
        let obstacle = try contacts.home.write("", to: ".local/share/contacts/books.json.part/x")
        let warning = "warning: Your own contacts are in the book “home”, which isn't the default yet: "
        try await contacts.succeed("list", "--offline", output: "", saying: warning)
        try FileManager.default.removeItem(at: URL(filePath: obstacle).deletingLastPathComponent())
        let notice = "Your own contacts are in the book “home”, which is the default from now on."
        #expect(try await contacts.succeed("list", said: notice).lines.count == 1)
        #expect(try await contacts.succeed("list", messages: "").lines.count == 1)
        #expect(try contacts.registry.read().settled == [path])
    }

    @Test func `a book with contacts does not become the default by itself`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("add", "Zoe")
        try await contacts.succeed("book", "default", "people")
        try await contacts.succeed("list", "--offline", output: "")
        #expect(try await contacts.run("book", "default").output == "people\n")
    }

    @Test func `own contacts stay in a file that is named, and move from the people even after an undo`() async throws {
        let contacts = try Binary()
        let file = Binary(contacts, variables: ["CONTACTS_DB": contacts.home.path("own.db")])
        try await file.succeed("add", "Zoe")
        #expect(try await file.run("--book", "all", "list").messages.contains("moved") == false)
        #expect(try await file.run("list", "Zoe").lines.count == 1)

        let people = Binary(contacts, variables: ["CONTACTS_DB": contacts.database().path])
        try await people.succeed("list")
        for words in [["add", "Max"], ["add", "Ida"], ["undo"]] { try await people.succeed(words) }
        // What was undone could be redone.
        #expect(try await contacts.run("list").messages.contains("moved") == false)
        try await contacts.succeed("add", "Bea", saying: "1 contact of your own moved")
        #expect(try await contacts.run("list", "--fields", "first").lines.sorted() == ["Bea", "Max"])
    }

    @Test func `a book that was called people has another name now`() throws {
        let folder = try TemporaryFolder()
        let books = """
            {"version":1,"default":"people","books":[
            {"name":"people","file":"people.sqlite","source":{"kind":"none"}},
            {"name":"my-people","file":"my-people.sqlite","source":{"kind":"none"}}]}
            """
        chmod(try folder.write(books, to: "books.json"), 0o600)
        let list = try BookRegistry(folder: folder.url.path).read()
        #expect(list.names == ["people", "my-people-2", "my-people"])
        #expect(list.standard == "my-people-2")
    }

    @Test func `a contact with a copy in another book is listed and exported for both`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("add", "Bob Ray", "bob@x.example")
        try await contacts.succeed("book", "add", "work")
        try await contacts.succeed("copy", "Bob Ray", "--to", "work")
        try await contacts.succeed("--book", "work", "edit", "Bob Ray", "--email", "ray@x.example")
        for command in ["list", "search"] {
            let all = try await contacts.run(command, "ray", "--book", "all", "--fields", "email,book")
            #expect(all.lines.sorted() == ["bob@x.example\thome", "ray@x.example\twork"], "\(all.messages)")
        }
        let exported = try await contacts.run("export", "--book", "all").output
        #expect(exported.contains("bob@x.example") && exported.contains("ray@x.example"))
        #expect(!exported.contains("home:"), "identifiers are those of the books")
        try await contacts.fail(64, "list", "--fields", "email,book", saying: "--book all")
        let ray = try #require(try await contacts.run("list", "--book", "work", "--fields", "id").lines.first)
        try await contacts.succeed("remove", "work:\(ray)", "--book", "all", "--yes")
        #expect(try await contacts.run("list", "--book", "all", "--fields", "email").lines == ["bob@x.example\thome"])
    }

    @Test func `a fetch into the book of the people is explained in one's own, too`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("add", "T Est", "a@x.org")
        try await contacts.succeed("edit", "T Est", "--email", "d@x.org")
        try await contacts.succeed("--book", "people", "sync", "--results", "3")
        let plan = try await contacts.succeed("undo", "--dry-run", "--steps", "2")
        #expect(plan.messages.hasSuffix("contacts: Would undo: edit (T Est).\n"), "\(plan.messages)")
        let undone = try await contacts.fail(1, "undo")
        #expect(undone.messages.hasPrefix("contacts: Not undone: sync (3 people from the API)."), "\(undone.messages)")
        #expect(try await contacts.run("undo").messages == "contacts: Undid: edit (T Est).\n")
        #expect(try await contacts.run("undo").messages == "contacts: Undid: add (T Est).\n")
        // Moved back from the people with what an API sent since.
        let one = try #require(try await contacts.run("--book", "people", "list", "--fields", "id").lines.first)
        try await contacts.succeed("--book", "people", "move", one, "--to", "home")
        try await contacts.succeed("--book", "people", "sync", "--results", "3")
        #expect(try await contacts.run("undo").status == 1)
        #expect(try await contacts.succeed("undo").messages.hasPrefix("contacts: Undid: move ("))
    }
}

@Suite struct TransferCommandsTests {
    private let contacts: Binary
    private let ids: [String]

    /// Ada, Grace and Alan are in the book “home”; the book “work” is empty.
    init() async throws {
        (contacts, ids) = try await Binary.filled()
        try await contacts.succeed("book", "add", "work")
    }

    @Test func `a contact moves to another book, and one undo in either book takes it back`() async throws {
        let move = ["move", "Ada Lovelace", "--to", "work"]
        try await contacts.succeed(move, "-n", said: "Would move Ada Lovelace to the book “work”.")
        for undo in [["undo"], ["--book", "work", "undo"]] {
            try await contacts.succeed(move, said: "Moved Ada Lovelace to the book “work”. Undo with: contacts undo")
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
        let copied = "Undo with: contacts --book work undo\n"
        try await contacts.succeed("--db", file, "copy", "Zoe", "--to", "work", saying: copied)
    }

    @Test func `a move between two other books is undone from a third, before an older change there`() async throws {
        try await contacts.succeed("book", "add", "club")
        try await contacts.succeed("--book", "work", "add", "Kim Novak")
        try await contacts.succeed("favorite", "Ada Lovelace")
        try await contacts.succeed("--book", "work", "move", "Kim Novak", "--to", "club")
        let (move, favorite) = ("move (Kim Novak to “club”).\n", "favorite (Ada Lovelace).\n")
        let plan = "contacts: Would undo: \(move)contacts: Would undo: \(favorite)"
        try await contacts.succeed("undo", "--steps", "2", "--dry-run", messages: plan)
        try await contacts.succeed("undo", messages: "contacts: Undid: \(move)")
        #expect(try await contacts.run("--book", "work", "list", "--fields", "first").lines == ["Kim"])
        try await contacts.succeed("redo", messages: "contacts: Redid: \(move)")
        #expect(try await contacts.run("--book", "club", "list", "--fields", "first").lines == ["Kim"])
        #expect(try await contacts.run("undo", "--steps", "2").messages.hasSuffix("Undid: \(favorite)"))
    }

    @Test func `one change in two books is undone at once, and a move to a book that was removed is undone here`()
        async throws
    {
        try await contacts.succeed("--book", "work", "add", "Kim Novak")
        try await contacts.succeed("--book", "all", "remove", "Kim Novak", "Ada Lovelace", "--yes")
        try await contacts.succeed("--book", "all", "undo")
        #expect(try await contacts.ids("ada").count == 1)
        #expect(try await contacts.run("--book", "work", "list", "--fields", "first").lines == ["Kim"])
        try await contacts.succeed("move", "Ada Lovelace", "--to", "work")
        try await contacts.succeed("book", "remove", "work", "--yes")
        try await contacts.succeed("undo")
        #expect(try await contacts.ids("ada") == [ids[0]])
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
        try await contacts.succeed("favorite", "Ada Lovelace")
        try await contacts.succeed("--book", "work", "undo")
        #expect(try await contacts.run("--book", "work", "list").output == "")
        try await contacts.succeed("undo")

        try await contacts.succeed("move", "Ada Lovelace", "--to", "work")
        try await contacts.succeed("--book", "work", "edit", "Ada Lovelace", "--note", "x")
        let refused = try await contacts.run("undo")
        #expect(refused.status != 0 && refused.messages.contains("First undo those: contacts --book work undo"))
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
}
