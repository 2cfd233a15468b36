import Bloc
import BlocTesting
import Repository
import RepositoryDoubles
import TerminalUI
import Testing

@testable import ContactsCLI

struct ContactFormTests {
    private func contact() -> Contact {
        var contact = Contact.complete
        contact.emails = [
            ContactValue("zoe@example.org", types: ["work", "home"], isPreferred: true), ContactValue("z@example.org"),
        ]
        contact.note = "First line\n\nThird line"
        contact.urls = ["https://example.org/a"]
        contact.categories = ["Friends"]
        return contact
    }

    private func row(_ label: String, in form: ContactForm, _ number: Int = 0) throws -> Int {
        let rows = form.rows.indices.filter { form.rows[$0].label == label }
        return try #require(rows.dropFirst(number).first)
    }

    private func typing(_ text: String, into label: String, _ number: Int = 0, of form: inout ContactForm) throws {
        form.moveTo(try row(label, in: form, number))
        _ = form.type(.key(.control("u")))
        _ = form.type(.paste(text))
    }

    @Test func `a form that nothing was typed into changes nothing`() {
        for contact in [contact(), Contact.complete, Contact.unknown] + PeopleStore.people(3) {
            let form = ContactForm(contact)
            #expect(form.edit.isEmpty && !form.hasChanges && form.difference == [])
        }
    }

    @Test(arguments: ["\u{2028}x", "\u{FEFF}x", " x ", "'=1", "x\u{2029}", "\u{A0}x"])
    func `values with separators and blanks at their ends stay when another one is typed`(text: String) throws {
        var contact = Contact.complete
        contact.name.first = text
        contact.nickname = text
        contact.note = text + "\n"
        contact.urls = [text, "https://example.org"]
        contact.categories = [text]
        contact.emails = [ContactValue(text, types: ["Boat"]), ContactValue("b@example.org", types: ["Boat", "home"])]
        #expect(!ContactForm(contact).hasChanges)
        var form = ContactForm(contact)
        try typing("Dean", into: "Role", of: &form)
        try typing("c@example.org", into: "E-mail", 1, of: &form)
        var expected = contact
        expected.role = "Dean"
        expected.emails[1].value = "c@example.org"
        #expect(form.edit.applied(to: contact) == expected)
    }

    /// What is typed into which line of a label, and what it changes.
    private static let typings: [([(String, label: String, Int)], change: @Sendable (inout Contact) -> Void)] = [
        (
            [("Zoé", "First name", 0), ("Bern", "City", 0), ("", "Nickname", 0)],
            { ($0.name.first, $0.address.city, $0.nickname) = ("Zoé", "Bern", nil) }
        ),
        // A value keeps its types unless others are typed.
        (
            [("work:new@example.org", "E-mail", 0), ("z2@example.org", "E-mail", 1)],
            {
                $0.emails[0] = ContactValue("new@example.org", types: ["work"], isPreferred: true)
                $0.emails[1].value = "z2@example.org"
            }
        ),
        // Another value is added in the line after the last one, and an empty line removes one.
        (
            [("home:third@example.org", "E-mail", 2), ("", "E-mail", 1), ("Family", "Group", 1)],
            {
                $0.emails[1] = ContactValue("third@example.org", types: ["home"])
                $0.categories = ["Friends", "Family"]
            }
        ),
        // A note has its lines.
        ([("Second line", "Note", 1)], { $0.note = "First line\nSecond line\nThird line" }),
    ]

    @Test func `what is typed becomes an edit of these fields alone`() throws {
        for (texts, change) in Self.typings {
            var form = ContactForm(contact())
            for (text, label, number) in texts { try typing(text, into: label, number, of: &form) }
            var expected = contact()
            change(&expected)
            #expect(form.edit.applied(to: contact()) == expected)
        }
    }

    @Test func `the type of a value and of an address, and a favorite, change by a key and come back`() throws {
        var form = ContactForm(contact())
        form.moveTo(try row("E-mail", in: form, 1))
        form.changeType()
        #expect(form.edit.applied(to: contact()).emails[1].types == ["home"])
        form.changeType()
        form.changeType()
        #expect(!form.hasChanges)
        form.moveTo(try row("E-mail", in: form))
        for _ in 0..<4 { form.changeType() }
        #expect(!form.hasChanges)
        form.moveTo(try row("City", in: form))
        let old = contact().addresses[0].types
        form.changeType()
        #expect(form.edit.applied(to: contact()).addresses[0].types != old)
        form = ContactForm(contact())
        form.moveTo(try row("Favorite", in: form))
        _ = form.type(.key(" "))
        #expect(form.edit.isFavorite == true)
        _ = form.type(.key("n"))
        #expect(!form.hasChanges)
    }

    @Test func `another address is added and removed`() throws {
        var form = ContactForm(contact())
        let count = form.rows.count
        form.moveTo(try row("City", in: form))
        form.addAnother()
        #expect(form.focused.label == "Street")
        _ = form.type(.paste("1 New Street"))
        form.changeType()
        let new = form.edit.applied(to: contact()).addresses.last
        #expect(new == ContactAddress(PostalAddress(street: "1 New Street"), types: ["home"]))
        form.remove()
        #expect(form.rows.count == count && !form.hasChanges)
        form.moveTo(try row("City", in: form))
        form.remove()
        #expect(form.edit.applied(to: contact()).addresses.isEmpty)
        #expect(form.rows.contains { $0.label == "City" && $0.input.isEmpty })
    }

    @Test func `another value goes to the empty line, and a value is removed with its line`() throws {
        var form = ContactForm(contact())
        form.moveTo(try row("E-mail", in: form))
        form.addAnother()
        #expect(form.focused.label == "E-mail" && form.focused.input.isEmpty)
        form.moveTo(try row("E-mail", in: form))
        form.remove()
        #expect(form.edit.applied(to: contact()).emails.map(\.value) == ["z@example.org"])
        form.moveTo(try row("First name", in: form))
        let before = form
        form.addAnother()
        form.remove()
        #expect(form == before)
    }

    @Test func `hostile keys and texts do not stop a form`() {
        var random = SplitMix64(seed: 8)
        let events: [InputEvent] = [
            .paste("\u{1B}[2J\r\n\t\u{0}"), .paste(String(repeating: "x", count: 5_000)), .key(.backspace),
            .key(.delete), .key(.home), .key(.end), .key(.wordLeft), .key(.control("w")), .key(.character("👩‍👩‍👧")),
            .key("\u{301}"), .key(" "), .resize(Size(columns: 1, rows: 1)),
        ]
        for _ in 0..<20 {
            var form = ContactForm(contact())
            for _ in 0..<60 {
                form.moveTo(Int.random(in: -3...form.rows.count + 3, using: &random))
                _ = form.type(events.randomElement(using: &random) ?? .key(.end))
            }
            _ = form.checkAll()
            _ = form.edit.applied(to: contact())
        }
    }
}

@Suite(.timeLimit(.minutes(20))) @MainActor struct ContactFormPageTests {
    @Test func `a new contact is typed, compared, warned of when its name is known, saved, and undone`() async throws {
        try await BrowseHarness.list(2) { browse in
            await browse.press("n", shows: "New contact")
            await browse.press(.tab)
            await browse.type("F00001", .tab, .tab)
            await browse.type("L00001", .control("s"), shows: "A contact with this name already exists: id-00001")
            await browse.press("n")
            await browse.press(.control("u"))
            await browse.type("Lovelace", .backTab, .backTab)
            await browse.press(.control("u"))
            await browse.type("Ada", .control("s"))
            #expect(browse.text().contains("Add this contact?"))
            #expect(browse.text().contains("+ First name: Ada"))
            await browse.press("y", shows: "Ada Lovelace")
            await browse.shows("Saved Ada Lovelace")
            // Its page is left.
            await browse.press("u", shows: "Undone: add")
            await browse.shows("2 contacts")
        }
    }

    @Test func `a first contact is saved, and its book that cannot become the default is a warning`() async throws {
        let folder = try TemporaryFolder()
        let registry = BookRegistry(folder: folder.path("data"))
        _ = try registry.home()
        try folder.write("", to: "data/books.json.part/x")
        var sources = BrowseSources()
        sources.keepBegunBook = { OwnBook.makeDefault("home", in: registry) }
        try await BrowseHarness.with([], route: .newContact, sources: sources, shows: "First name") { browse in
            await browse.press(.tab)
            await browse.type("Ada", .control("s"))
            await browse.press("y", shows: "Saved Ada. Stored in the book “home”, which couldn't be made the default")
            #expect(browse.session.notice?.style == .warning)
        }
    }

    @Test func `a form with changes asks before it is left, and nothing is saved`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            await browse.type("Dr.", .escape)
            #expect(browse.text().contains("Discard what you typed?"))
            // The keys and the palette of every page must not lose it either.
            await browse.press("q")
            #expect(browse.ends.isEmpty)
            await browse.press("2", "H")
            #expect(browse.router.state.current == .editContact("id-00001"))
            // Nor does a key undo what is behind the question, or is named though it does nothing.
            await browse.press("u")
            #expect(browse.text().contains("Discard what you typed?") && !browse.text().contains("Quit"))
            // Enter is the highlighted button: no where something is lost, yes where nothing is.
            #expect(browse.text().contains("[ No (n) ]"))
            await browse.press(.enter)
            #expect(!browse.text().contains("Discard") && browse.text().contains("Dr."))
            await browse.press(.control("s"))
            #expect(browse.text().contains("[ Save (y) ]"))
            await browse.press(.tab)
            #expect(browse.text().contains("[ No (n) ]"))
            await browse.press("n")
            await browse.press(.escape, "y", shows: "2 contacts")
            let page = try await browse.store.repository.contacts(ContactQuery(limit: 9), policy: .cacheOnly)
            #expect(page.contacts == PeopleStore.people(2))
        }
    }

    @Test func `a type is changed, another value is added, and the keys for it are named`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            #expect(!browse.text().contains("Ctrl-T"))
            await focus("E-mail", browse)
            #expect(browse.text().contains("Ctrl-T Type") && browse.text().contains("Ctrl-O Add another"))
            await browse.press(.control("t"), .control("o"))
            await browse.type("second@example.org", .control("s"))
            await browse.press(.enter, shows: "Saved")
            let contact = try await browse.store.repository.contact(matching: "id-00001")
            #expect(contact.emails.map(\.value) == ["p00001@example.org", "second@example.org"])
            #expect(contact.emails.first?.types == ["home"])
        }
    }

    @Test func `a problem stands beside its field until it is mended, and keeps the form`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            await focus("Birthday", browse)
            await browse.type("tomorrow")
            #expect(!browse.text().contains("“tomorrow”"))
            await browse.press(.down)
            #expect(browse.text().contains("“tomorrow”"))
            await browse.press(.control("s"))
            #expect(browse.text().contains("Correct the fields with a problem first."))
            #expect((browse.session.page as? ContactFormPage)?.focusedLabel == "Birthday")
            await browse.press(.control("u"))
            await browse.type("1984-11-13")
            #expect(!browse.text().contains("“tomorrow”"))
        }
    }

    private func focus(_ label: String, _ browse: BrowseHarness) async {
        for _ in 0..<60 where (browse.session.page as? ContactFormPage)?.focusedLabel != label {
            await browse.press(.down)
        }
    }
}
